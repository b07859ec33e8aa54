import { Badge, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterSelect } from '#console/ui/FilterSelect.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { usePages } from '#console/ui/use-pages.ts';
import { PlayerState } from './PlayerState.tsx';
import { readPlayerFilter, type ListedPlayer } from './player.ts';

const filterNames = ['Text', 'Kind', 'State', 'Country', 'Since'] as const;

export function PlayersPage() {
  const { t } = useTranslation();
  const { values, set, clear } = useFilters(filterNames);
  const filter = readPlayerFilter(values);
  const source = usePages({
    queryKey: ['players', filter],
    load: async (BeforeAccountId: string | undefined, Limit) =>
      (await api.operatorPlayers.list({ ...filter, BeforeAccountId, Limit })).Players,
    cursorOf: ({ AccountId }) => AccountId,
    // An exact search has one page.
    ...(filter.Text !== undefined && { limit: 200 }),
  });
  return (
    <>
      <PageHeader title={t('players.title')} text={t('players.text')} />
      <FilterBar onClear={clear}>
        <FilterText label={t('players.find')} value={values.Text} onChange={(value) => set('Text', value)} />
        <FilterSelect
          label={t('players.kind')}
          data={[
            { value: 'guest', label: t('players.guest') },
            { value: 'player', label: t('players.player') },
          ]}
          value={values.Kind}
          onChange={(value) => set('Kind', value)}
        />
        <FilterSelect
          label={t('players.state')}
          data={[
            { value: 'blocked', label: t('players.blocked') },
            { value: 'free', label: t('players.notBlocked') },
          ]}
          value={values.State}
          onChange={(value) => set('State', value)}
        />
        <FilterText
          label={t('players.country')}
          maxLength={3}
          placeholder="USA"
          value={values.Country}
          onChange={(value) => set('Country', value.toUpperCase())}
        />
        <TextInput
          type="date"
          label={t('players.since')}
          value={values.Since ?? ''}
          onChange={(event) => set('Since', event.currentTarget.value)}
        />
      </FilterBar>
      <DataTable
        name="players"
        label={t('players.title')}
        columns={useColumns()}
        source={source}
        rowKey={({ AccountId }) => AccountId}
        rowPath={({ AccountId }) => `/players/${AccountId}`}
        empty={<EmptyState icon="players" title={t('players.empty')} text={t('players.emptyText')} />}
      />
    </>
  );
}

function useColumns(): readonly Column<ListedPlayer>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      title: t('players.name'),
      isWide: true,
      render: (player) => (
        <Group gap="xs">
          <span>{player.Name || t('players.noName')}</span>
          {player.IsGuest && <Badge color="gray">{t('players.guest')}</Badge>}
          <PlayerState player={player} />
        </Group>
      ),
    },
    { id: 'email', title: t('players.email'), render: ({ Email }) => Email },
    { id: 'country', title: t('players.country'), render: ({ Country }) => Country },
    { id: 'created', title: t('players.created'), render: ({ CreatedAt }) => <DateTime at={CreatedAt} /> },
    {
      id: 'id',
      title: t('players.accountId'),
      isHidden: true,
      render: ({ AccountId }) => <span className="mono">{AccountId}</span>,
    },
  ];
}
