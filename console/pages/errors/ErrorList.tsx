import { Badge, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterSelect } from '#console/ui/FilterSelect.tsx';
import { asRowSource } from '#console/ui/use-pages.ts';
import { ErrorDetails, type ErrorGroup } from './ErrorDetails.tsx';

const filterNames = ['Days', 'Build', 'Browser'] as const;
const daysChoices = ['1', '7', '30', '90'] as const;

/** Errors of a game, grouped by what happened. */
export function ErrorList({ game }: { game: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { values, set, clear } = useFilters(filterNames);
  const [opened, setOpened] = useState<ErrorGroup>();
  const days = Number(values.Days ?? 7);
  const build = values.Build === undefined ? undefined : Number(values.Build);
  const query = useQuery({
    queryKey: ['errors', game, values],
    queryFn: () => api.operatorErrors.list({ Game: game, Days: days, Build: build, Browser: values.Browser }),
  });
  const groups = query.data?.Groups;
  const namesOf = (list: 'Builds' | 'Browsers', chosen: string | undefined): string[] => [
    ...new Set([
      ...(chosen === undefined ? [] : [chosen]),
      ...(groups ?? []).flatMap((group) => group[list].map(({ Name }) => Name)).toSorted(),
    ]),
  ];
  return (
    <>
      <FilterBar onClear={clear}>
        <Select
          label={t('gameErrors.days')}
          data={daysChoices.map((value) => ({ value, label: t('gameErrors.lastDays', { count: Number(value) }) }))}
          allowDeselect={false}
          value={String(days)}
          onChange={(value) => set('Days', value)}
        />
        <FilterSelect
          label={t('gameErrors.build')}
          data={namesOf('Builds', values.Build).filter((name) => /^\d+$/.test(name))}
          value={values.Build}
          onChange={(value) => set('Build', value)}
        />
        <FilterSelect
          label={t('gameErrors.browser')}
          searchable
          data={namesOf('Browsers', values.Browser)}
          value={values.Browser}
          onChange={(value) => set('Browser', value)}
        />
      </FilterBar>
      <DataTable
        label={t('games.tabs.errors')}
        source={asRowSource(query, groups)}
        rowKey={({ Fingerprint }) => Fingerprint}
        onOpen={setOpened}
        empty={<EmptyState icon="check" title={t('gameErrors.empty')} text={t('gameErrors.emptyText')} />}
        columns={[
          {
            id: 'what',
            title: t('gameErrors.what'),
            isWide: true,
            render: ({ Kind, Message, Place }) => (
              <Stack gap={2} align="flex-start">
                <Badge color="gray">{t(`gameErrors.kinds.${Kind}`)}</Badge>
                {Message !== '' && <Text lineClamp={2}>{Message}</Text>}
                {Place !== '' && (
                  <Text size="sm" c="dimmed" className="mono" lineClamp={1}>
                    {Place}
                  </Text>
                )}
              </Stack>
            ),
          },
          { id: 'count', title: t('gameErrors.count'), align: 'end', render: ({ Count }) => number(Count) },
          { id: 'browser', title: t('gameErrors.browser'), render: ({ Browsers }) => Browsers[0]?.Name ?? '' },
          {
            id: 'builds',
            title: t('gameErrors.builds'),
            render: ({ Builds }) =>
              Builds.map(({ Name }) => Name)
                .slice(0, 3)
                .join(', '),
          },
          { id: 'first', title: t('gameErrors.first'), render: ({ FirstAt }) => <DateTime at={FirstAt} /> },
          { id: 'last', title: t('gameErrors.last'), render: ({ LastAt }) => <DateTime at={LastAt} format="ago" /> },
        ]}
      />
      {opened && <ErrorDetails group={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
