import { Paper, SimpleGrid, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#console/i18n/use-formats.ts';
import { Plot } from '#console/ui/Plot.tsx';
import type { Figures } from './figures.ts';

export function HourPlots({ hours }: { hours: Figures['Hours'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const times = useMemo(() => hours.map(({ Hour }) => Date.parse(Hour) / 1000), [hours]);
  const visits = useMemo(
    () =>
      (['SignIns', 'Plays'] as const).map((name) => ({
        title: t(`overview.series.${name}`),
        values: hours.map((hour) => hour[name]),
      })),
    [hours, t],
  );
  const revenue = useMemo(
    () => [{ title: t('overview.series.Revenue'), values: hours.map(({ RevenueUsdMinor }) => RevenueUsdMinor) }],
    [hours, t],
  );
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Paper withBorder p="md">
        <Title order={2}>{t('overview.visitsByHour')}</Title>
        <Plot label={t('overview.visitsByHour')} times={times} series={visits} />
      </Paper>
      <Paper withBorder p="md">
        <Title order={2}>{t('overview.revenueByHour')}</Title>
        <Plot
          label={t('overview.revenueByHour')}
          times={times}
          series={revenue}
          format={(value) => formats.money(Math.round(value), 'USD')}
        />
      </Paper>
    </SimpleGrid>
  );
}
