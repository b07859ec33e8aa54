import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

/** What can be done with a row: items of a menu behind three dots. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
