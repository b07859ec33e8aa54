import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#console/ui/Icon.tsx';
import './factor-row.css';

interface FactorRowProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: ReactNode;
  readonly badge?: string | undefined;
  readonly children?: ReactNode;
}

export function FactorRow({ icon, title, text, badge, children }: FactorRowProps) {
  return (
    <div className="factor-row">
      <Icon name={icon} size={20} />
      <div className="factor-row-texts">
        <Group gap="xs">
          <Text fw={500}>{title}</Text>
          {badge !== undefined && <Badge color="teal">{badge}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {text}
        </Text>
      </div>
      {children}
    </div>
  );
}
