import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly icon?: IconName;
  /** A button that helps. */
  readonly children?: ReactNode;
}

export function EmptyState({ title, text, icon = 'folder', children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon variant="light" color="gray" size={44} radius="xl">
        <Icon name={icon} size={22} />
      </ThemeIcon>
      <Text fw={600} mt={4}>
        {title}
      </Text>
      {text !== undefined && (
        <Text c="dimmed" size="md" maw={420}>
          {text}
        </Text>
      )}
      {children}
    </Stack>
  );
}
