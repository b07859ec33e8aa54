import { Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { operatorRoles, type OperatorRole } from '#model/operator.ts';
import type { StudioRow } from './operators-query.ts';

export interface RoleChoice {
  readonly Role: OperatorRole;
  readonly Studio: string | undefined;
}

interface RoleFieldsProps {
  readonly value: RoleChoice;
  readonly studios: readonly StudioRow[];
  readonly onChange: (choice: RoleChoice) => void;
}

/** A role, and for studios which one. */
export function RoleFields({ value, studios, onChange }: RoleFieldsProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Select
        label={t('operators.role')}
        description={t(`operators.roleTexts.${value.Role}`)}
        inputWrapperOrder={['label', 'input', 'description']}
        data={operatorRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        value={value.Role}
        onChange={(role) => onChange({ ...value, Role: role as OperatorRole })}
      />
      {value.Role === 'studio' && (
        <Select
          label={t('operators.studio')}
          required
          placeholder={studios.length === 0 ? t('operators.noStudios') : t('operators.chooseStudio')}
          disabled={studios.length === 0}
          data={studios.map(({ Studio, Name }) => ({ value: Studio, label: Name }))}
          value={value.Studio ?? null}
          onChange={(studio) => onChange({ ...value, Studio: studio ?? undefined })}
        />
      )}
    </Stack>
  );
}

export const isComplete = ({ Role, Studio }: RoleChoice): boolean => Role !== 'studio' || Studio !== undefined;

/** As the calls take it: only studios' operators have a studio. */
export const toRoleInput = ({ Role, Studio }: RoleChoice) => ({
  Role,
  ...(Role === 'studio' && Studio !== undefined && { Studio }),
});
