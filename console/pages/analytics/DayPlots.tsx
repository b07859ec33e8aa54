import { Paper, SimpleGrid, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#console/i18n/use-formats.ts';
import { Plot } from '#console/ui/Plot.tsx';
import { computeRetention, type AnalyticsDay } from './compute-figures.ts';

export function DayPlots({ days }: { days: readonly AnalyticsDay[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const times = useMemo(() => days.map(({ Day }) => Date.parse(Day) / 1000), [days]);
  const plots = useMemo(() => {
    const series = (
      name: 'Players' | 'NewPlayers' | 'Sessions' | 'Visits' | 'RevenueUsdMinor' | 'RefundedUsdMinor',
    ) => ({
      title: t(`analytics.${name}`),
      values: days.map((day) => day[name]),
    });
    return {
      players: [series('Players'), series('NewPlayers')],
      sessions: [series('Visits'), series('Sessions')],
      revenue: [series('RevenueUsdMinor'), series('RefundedUsdMinor')],
      retention: ([1, 7, 30] as const).map((after) => ({
        title: t('analytics.after', { count: after }),
        values: days.map((day) => computeRetention(day, after)),
      })),
    };
  }, [days, t]);
  const money = (value: number): string => formats.money(Math.round(value), 'USD');
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {(['players', 'sessions', 'revenue', 'retention'] as const).map((name) => (
        <Paper key={name} withBorder p="md">
          <Title order={2}>{t(`analytics.plots.${name}`)}</Title>
          <Plot
            label={t(`analytics.plots.${name}`)}
            times={times}
            series={plots[name]}
            {...(name === 'revenue' && { format: money })}
            {...(name === 'retention' && { format: formats.percent })}
          />
        </Paper>
      ))}
    </SimpleGrid>
  );
}
