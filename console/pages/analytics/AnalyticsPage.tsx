import { Alert, Paper, Select, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { CsvButtons } from '#console/ui/CsvButtons.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { PageSkeleton } from '#console/shell/PageSkeleton.tsx';
import { DayPlots } from './DayPlots.tsx';
import { Funnel } from './Funnel.tsx';
import { TopGames } from './TopGames.tsx';

const filterNames = ['Game', 'From', 'To'] as const;

export function AnalyticsPage() {
  const { t } = useTranslation();
  const { Games: ownGames } = useOperator();
  const { values, set, clear } = useFilters(filterNames);
  // Operators of a studio always see one of their games.
  const filter = { ...values, Game: values.Game ?? ownGames?.[0] };
  const hasGames = ownGames === undefined || ownGames.length > 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['analytics', 'days', filter],
    queryFn: () => api.operatorAnalytics.days(filter),
    enabled: hasGames,
  });
  if (!hasGames) return <EmptyState icon="analytics" title={t('analytics.noGames')} />;
  return (
    <>
      <PageHeader title={t('analytics.title')} text={t('analytics.text')}>
        <CsvButtons
          fileName={`${filter.Game ?? 'portal'}-days.csv`}
          onExport={async () => (await api.operatorAnalytics.export(filter)).Csv}
        />
      </PageHeader>
      <FilterBar onClear={clear}>
        {ownGames ? (
          <Select
            label={t('analytics.game')}
            data={[...ownGames]}
            allowDeselect={false}
            value={filter.Game ?? null}
            onChange={(game) => set('Game', game)}
          />
        ) : (
          <FilterText
            label={t('analytics.game')}
            placeholder={t('analytics.wholePortal')}
            value={values.Game}
            onChange={(game) => set('Game', game)}
          />
        )}
        {(['From', 'To'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t(`analytics.${name}`)}
            value={values[name] ?? ''}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ))}
      </FilterBar>
      {error && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <Stack gap="lg">
          {data.Days.length === 0 && <Alert color="gray">{t('analytics.empty')}</Alert>}
          {data.Days.length > 0 && <DayPlots days={data.Days} />}
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Paper withBorder p="md">
              <Title order={2} mb="sm">
                {t('analytics.funnel')}
              </Title>
              <Funnel days={data.Days} />
            </Paper>
            <Paper withBorder p="md">
              <Title order={2} mb="sm">
                {t('analytics.topGames')}
              </Title>
              <TopGames from={values.From} to={values.To} />
            </Paper>
          </SimpleGrid>
        </Stack>
      )}
    </>
  );
}
