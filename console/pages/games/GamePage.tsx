import { Anchor, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useOperator } from '#console/session.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { WebLink } from '#console/ui/WebLink.tsx';
import { ErrorList } from '../errors/ErrorList.tsx';
import { StoreTab } from '../store/StoreTab.tsx';
import { BuildsTab } from './BuildsTab.tsx';
import { ConfigurationTab } from './ConfigurationTab.tsx';
import { gameQuery } from './game-query.ts';
import { GameState } from './GameState.tsx';
import { PlayersTab } from './PlayersTab.tsx';

const tabs = [
  { name: 'builds', permission: 'games.read' },
  { name: 'configuration', permission: 'games.read' },
  { name: 'store', permission: 'products.read' },
  { name: 'errors', permission: 'errors.read' },
  { name: 'players', permission: 'games.read' },
] as const;

export function GamePage() {
  const { t } = useTranslation();
  const { game = '' } = useParams();
  const { can, Games: own } = useOperator();
  const [params, setParams] = useSearchParams();
  const query = useQuery(gameQuery(game));
  const allowed = tabs.filter(({ permission }) => can(permission));
  const shown = allowed.find(({ name }) => name === params.get('tab'))?.name ?? 'builds';
  const above = [{ title: own === undefined ? t('games.title') : t('games.mine'), path: '/games' }];
  if (query.error && !query.data)
    return (
      <>
        <PageHeader title={game} above={above} />
        <LoadFailed error={query.error} retry={() => void query.refetch()} />
      </>
    );
  const details = query.data;
  return (
    <>
      <PageHeader
        title={details?.Summary.Title ?? game}
        above={above}
        badge={details && <GameState state={details.Summary.State} />}
        text={
          // Players find nothing there before the first build is live.
          details &&
          details.Summary.State !== 'NoBuild' && (
            <Anchor component={WebLink} href={details.PlayUrl} size="sm">
              {details.PlayUrl} <Icon name="arrowUpRight" size={14} />
            </Anchor>
          )
        }
      />
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(tab) => setParams(tab === 'builds' ? {} : { tab: tab ?? '' }, { replace: true })}
      >
        <Tabs.List mb="md">
          {allowed.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {t(`games.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="builds">
          <BuildsTab game={game} query={query} />
        </Tabs.Panel>
        <Tabs.Panel value="configuration">
          <ConfigurationTab game={game} />
        </Tabs.Panel>
        <Tabs.Panel value="store">
          <StoreTab game={game} />
        </Tabs.Panel>
        <Tabs.Panel value="errors">
          <ErrorList game={game} />
        </Tabs.Panel>
        <Tabs.Panel value="players">
          <PlayersTab game={game} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
