import { Paper, Text } from '@mantine/core';

export function FigureCard({ title, value, text }: { title: string; value: string; text: string }) {
  return (
    <Paper withBorder p="md">
      <Text c="dimmed" size="sm">
        {title}
      </Text>
      <Text fw={650} fz={28} lh={1.2}>
        {value}
      </Text>
      <Text c="dimmed" size="sm">
        {text}
      </Text>
    </Paper>
  );
}
