import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#console/i18n/use-formats.ts';
import { computeFunnel, type AnalyticsDay } from './compute-figures.ts';

export function Funnel({ days }: { days: readonly AnalyticsDay[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Stack>
      {computeFunnel(days).map(({ name, count, share }) => (
        <div key={name}>
          <Group justify="space-between">
            <Text>{t(`analytics.steps.${name}`)}</Text>
            <Text fw={600}>
              {formats.number(count)}
              {share !== undefined && ` · ${formats.percent(share)}`}
            </Text>
          </Group>
          <Progress value={Math.min(100, (share ?? 0) * 100)} size="lg" aria-label={t(`analytics.steps.${name}`)} />
        </div>
      ))}
      <Text c="dimmed" size="sm">
        {t('analytics.funnelText')}
      </Text>
    </Stack>
  );
}
