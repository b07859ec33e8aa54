import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { knownActions, useActionText } from '#console/ui/use-action-text.ts';

/** Commands by their first word: the log finds actions by their beginning. */
const commands = [
  'content ',
  'game-key ',
  'games ',
  'hooks ',
  'jobs ',
  'operators ',
  'orders ',
  'players ',
  'products ',
  'push ',
  'settings ',
  'support ',
];

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
  // The address may have any beginning, such as `operatorOrders`.
  const isOther = value !== undefined && !knownActions.includes(value) && !commands.includes(value);
  return (
    <Select
      label={t('auditLog.action')}
      placeholder={t('filter.any')}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('filter.clear') }}
      data={[
        ...(isOther ? [value] : []),
        { group: t('auditLog.actionGroups.calls'), items: calls },
        {
          group: t('auditLog.actionGroups.commands'),
          items: commands.map((command) => ({ value: command, label: `${command}…` })),
        },
      ]}
      value={value ?? null}
      onChange={onChange}
    />
  );
}
