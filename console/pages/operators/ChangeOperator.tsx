import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { FormModal } from '#console/ui/FormModal.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { operatorsQuery, type OperatorRow, type StudioRow } from './operators-query.ts';
import { isComplete, RoleFields, toRoleInput, type RoleChoice } from './RoleFields.tsx';

interface ChangeOperatorProps {
  readonly operator: OperatorRow;
  readonly studios: readonly StudioRow[];
  readonly onClose: () => void;
}

export function ChangeOperator({ operator, studios, onClose }: ChangeOperatorProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(operator.Name);
  const [role, setRole] = useState<RoleChoice>({ Role: operator.Role, Studio: operator.Studio });
  const [reason, setReason] = useState('');
  const change = useAction({
    run: () =>
      api.operatorAdmin.change({
        OperatorId: operator.OperatorId,
        Name: name.trim(),
        ...toRoleInput(role),
        ...(reason.trim() !== '' && { Reason: reason.trim() }),
      }),
    done: t('common.saved'),
    changes: [operatorsQuery.queryKey],
    onDone: onClose,
    showsError: false,
  });
  return (
    <FormModal
      title={operator.Email}
      action={t('common.save')}
      isDisabled={!isComplete(role)}
      isRunning={change.isPending}
      error={change.error}
      onClose={onClose}
      onSubmit={() => change.mutate()}
    >
      <Stack>
        <TextInput
          required
          maxLength={100}
          data-autofocus
          label={t('operators.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <RoleFields value={role} studios={studios} onChange={setRole} />
        {role.Role !== operator.Role && <Text c="dimmed">{t('operators.roleEndsSessions')}</Text>}
        <TextInput
          maxLength={1000}
          label={t('confirm.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </FormModal>
  );
}
