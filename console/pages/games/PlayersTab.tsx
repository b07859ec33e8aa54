import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { usePages } from '#console/ui/use-pages.ts';

type Player = Awaited<ReturnType<typeof api.operatorGames.players>>['Players'][number];

const filterNames = ['GameUid'] as const;

/** By the id of the game only: a studio learns nothing about the accounts. */
export function PlayersTab({ game }: { game: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { values, set, clear } = useFilters(filterNames);
  const source = usePages({
    queryKey: ['games', 'players', game, values],
    load: async (AfterGameUid: string | undefined, Limit) =>
      (await api.operatorGames.players({ Game: game, ...values, AfterGameUid, Limit })).Players,
    cursorOf: ({ GameUid }: Player) => GameUid,
  });
  return (
    <>
      <FilterBar onClear={clear}>
        <FilterText
          label={t('games.players.gameUid')}
          value={values.GameUid}
          maxLength={100}
          onChange={(value) => set('GameUid', value)}
        />
      </FilterBar>
      <DataTable
        label={t('games.tabs.players')}
        source={source}
        rowKey={({ GameUid }) => GameUid}
        empty={<EmptyState icon="players" title={t('games.players.empty')} text={t('games.players.emptyText')} />}
        columns={[
          {
            id: 'uid',
            title: t('games.players.gameUid'),
            isWide: true,
            render: ({ GameUid }) => <span className="mono">{GameUid}</span>,
          },
          {
            id: 'last',
            title: t('games.players.lastPlayed'),
            render: ({ LastPlayedAt }) => <DateTime at={LastPlayedAt} format="ago" />,
          },
          {
            id: 'since',
            title: t('games.players.since'),
            render: ({ ConnectedAt }) => <DateTime at={ConnectedAt} format="day" />,
          },
          { id: 'plays', title: t('games.players.plays'), align: 'end', render: ({ Plays }) => number(Plays) },
          {
            id: 'purchases',
            title: t('games.players.purchases'),
            align: 'end',
            render: ({ Purchases }) => number(Purchases),
          },
        ]}
      />
    </>
  );
}
