import { useTranslation } from 'react-i18next';
import { auditedCommands } from '#model/audit-log.ts';
import { FilterSelect } from '#console/ui/FilterSelect.tsx';
import { knownActions, useActionText } from '#console/ui/use-action-text.ts';

// The filter finds actions by their beginning: this finds every action of a command.
const commands = auditedCommands.map((command) => `${command} `);

interface FilterActionProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | null) => void;
}

export function FilterAction({ value, onChange }: FilterActionProps) {
  const { t, i18n } = useTranslation();
  const actionText = useActionText();
  const calls = knownActions
    .map((action) => ({ value: action, label: actionText(action) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  // The page's address may have any other beginning, such as `operatorOrders`.
  const isOther = value !== undefined && !knownActions.includes(value) && !commands.includes(value);
  return (
    <FilterSelect
      label={t('auditLog.action')}
      searchable
      data={[
        ...(isOther ? [value] : []),
        { group: t('auditLog.actionGroups.calls'), items: calls },
        {
          group: t('auditLog.actionGroups.commands'),
          items: commands.map((command) => ({ value: command, label: `${command}…` })),
        },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
