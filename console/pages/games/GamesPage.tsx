import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { useOperator } from '#console/session.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { usePages } from '#console/ui/use-pages.ts';
import { CreateGame } from './CreateGame.tsx';
import type { Game } from './game-query.ts';
import { GameState } from './GameState.tsx';

const filterNames = ['Search'] as const;

/** For operators of a studio: "My games". */
export function GamesPage() {
  const { t } = useTranslation();
  const { can, Games: own, Studio } = useOperator();
  const [isCreating, setCreating] = useState(false);
  const { values, set, clear } = useFilters(filterNames);
  const source = usePages({
    queryKey: ['games', 'list', values],
    load: async (AfterGame: string | undefined, Limit) =>
      (await api.operatorGames.list({ ...values, AfterGame, Limit })).Games,
    cursorOf: ({ Game: name }) => name,
  });
  const mayCreate = can('games.configure') && own === undefined;
  return (
    <>
      <PageHeader
        title={own === undefined ? t('games.title') : t('games.mine')}
        text={own === undefined ? t('games.text') : t('games.mineText', { studio: Studio?.Name ?? '' })}
      >
        {mayCreate && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
            {t('games.create')}
          </Button>
        )}
      </PageHeader>
      <FilterBar onClear={clear}>
        <FilterText
          label={t('games.search')}
          value={values.Search}
          maxLength={100}
          onChange={(value) => set('Search', value)}
        />
      </FilterBar>
      <DataTable
        name="games"
        label={t('games.title')}
        columns={useColumns()}
        source={source}
        rowKey={({ Game: name }) => name}
        rowPath={({ Game: name }) => `/games/${name}`}
        empty={
          <EmptyState
            icon="games"
            title={t('games.empty')}
            text={own === undefined ? t('games.emptyText') : t('games.emptyMine')}
          />
        }
      />
      {isCreating && <CreateGame onClose={() => setCreating(false)} />}
    </>
  );
}

function useColumns(): readonly Column<Game>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  return [
    {
      id: 'game',
      title: t('games.game'),
      isWide: true,
      render: ({ Game: name, Title }) => (
        <div>
          <Text fw={500}>{Title}</Text>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
        </div>
      ),
    },
    { id: 'state', title: t('games.state'), render: ({ State }) => <GameState state={State} /> },
    {
      id: 'build',
      title: t('games.liveBuild'),
      render: ({ LiveBuild, Version, Type }) =>
        LiveBuild === undefined ? (
          <Text c="dimmed">{t(`games.types.${Type}`)}</Text>
        ) : (
          `${LiveBuild} (${Version ?? ''})`
        ),
    },
    {
      id: 'drafts',
      title: t('games.drafts'),
      align: 'end',
      render: ({ Drafts }) => (Drafts === 0 ? '0' : <Badge color="yellow">{number(Drafts)}</Badge>),
    },
    { id: 'today', title: t('games.playersToday'), align: 'end', render: ({ PlayersToday }) => number(PlayersToday) },
    {
      id: 'recent',
      title: t('games.recentPlayers'),
      align: 'end',
      render: ({ RecentPlayers }) => number(RecentPlayers),
    },
    { id: 'studio', title: t('games.studio'), render: ({ Studio }) => Studio ?? '' },
  ];
}
