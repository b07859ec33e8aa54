// Which columns of a table are shown; kept on this device.
import { ActionIcon, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import { Icon } from './Icon.tsx';

export type ColumnVisibility = Record<string, boolean>;

interface ColumnMenuProps {
  readonly columns: readonly Pick<Column<never>, 'id' | 'title'>[];
  readonly visibility: ColumnVisibility;
  readonly onChange: (visibility: ColumnVisibility) => void;
}

export function ColumnMenu({ columns, visibility, onChange }: ColumnMenuProps) {
  const { t } = useTranslation();
  const shown = columns.filter(({ id }) => visibility[id] !== false).length;
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={34} aria-label={t('table.columns')} title={t('table.columns')}>
          <Icon name="columns" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label={t('table.columns')}>
          <Text size="sm" fw={500}>
            {t('table.columns')}
          </Text>
          {columns.map(({ id, title }) => {
            const isShown = visibility[id] !== false;
            return (
              <Checkbox
                key={id}
                label={title}
                checked={isShown}
                disabled={isShown && shown === 1}
                onChange={() => onChange({ ...visibility, [id]: !isShown })}
              />
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

export function useColumnVisibility(
  name: string | undefined,
  columns: readonly { readonly id: string; readonly isHidden?: boolean }[],
): [ColumnVisibility, Dispatch<SetStateAction<ColumnVisibility>>] {
  const storageKey = `fxid-console-columns-${name}`;
  const [visibility, setVisibility] = useState<ColumnVisibility>(() => ({
    ...Object.fromEntries(columns.map(({ id, isHidden }) => [id, isHidden !== true])),
    ...(name !== undefined && readStored(storageKey)),
  }));
  return [
    visibility,
    (update) => {
      const next = typeof update === 'function' ? update(visibility) : update;
      if (name !== undefined) localStorage.setItem(storageKey, JSON.stringify(next));
      setVisibility(next);
    },
  ];
}

function readStored(storageKey: string): ColumnVisibility {
  const text = localStorage.getItem(storageKey);
  return text === null ? {} : (JSON.parse(text) as ColumnVisibility);
}
