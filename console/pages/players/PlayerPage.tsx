// One player: account data, timeline, and the actions that operators can take.
import { Alert, Anchor, Badge, Group, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Facts } from '#console/ui/Facts.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { PlayerActions } from './PlayerActions.tsx';
import { PlayerDocuments, PlayerGames, PlayerMessages, PlayerOrders } from './PlayerLists.tsx';
import { PlayerSignIn } from './PlayerSignIn.tsx';
import { PlayerState } from './PlayerState.tsx';
import { PlayerTimeline } from './PlayerTimeline.tsx';
import type { Player } from './player.ts';
import { playerQuery } from './player-query.ts';

const tabs = ['timeline', 'signIn', 'games', 'orders', 'messages', 'documents'] as const;

export function PlayerPage() {
  const { t } = useTranslation();
  const { accountId = '' } = useParams();
  const query = useQuery(playerQuery(accountId));
  const [params, setParams] = useSearchParams();
  const shown = tabs.find((tab) => tab === params.get('tab')) ?? 'timeline';
  const player = query.data;
  const above = [{ title: t('players.title'), path: '/players' }];
  if (!player)
    return (
      <>
        <PageHeader title={t('players.player')} above={above} />
        {query.error ? (
          <LoadFailed error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Skeleton height={240} aria-label={t('common.loading')} />
        )}
      </>
    );
  return (
    <>
      <PageHeader
        title={player.Name || t('players.noName')}
        above={above}
        badge={
          <Group gap="xs">
            {player.IsGuest && <Badge color="gray">{t('players.guest')}</Badge>}
            <PlayerState player={player} />
          </Group>
        }
      >
        {player.MergedInto === undefined && <PlayerActions player={player} />}
      </PageHeader>
      {player.MergedInto !== undefined && (
        <Alert color="yellow" mb="md">
          {t('players.mergedInto')}{' '}
          <Anchor component={Link} to={`/players/${player.MergedInto}`}>
            {t('players.openMerged')}
          </Anchor>
        </Alert>
      )}
      <PlayerFacts player={player} />
      <Tabs
        mt="lg"
        keepMounted={false}
        value={shown}
        onChange={(tab) => setParams(tab === 'timeline' ? {} : { tab: tab ?? '' }, { replace: true })}
      >
        <Tabs.List mb="md">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`players.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="timeline">
          <PlayerTimeline accountId={accountId} />
        </Tabs.Panel>
        <Tabs.Panel value="signIn">
          <PlayerSignIn player={player} />
        </Tabs.Panel>
        <Tabs.Panel value="games">
          <PlayerGames player={player} />
        </Tabs.Panel>
        <Tabs.Panel value="orders">
          <PlayerOrders player={player} />
        </Tabs.Panel>
        <Tabs.Panel value="messages">
          <PlayerMessages player={player} />
        </Tabs.Panel>
        <Tabs.Panel value="documents">
          <PlayerDocuments player={player} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function PlayerFacts({ player }: { player: Player }) {
  const { t } = useTranslation();
  return (
    <Facts
      facts={[
        [
          t('players.accountId'),
          <Group key="id" gap={4} wrap="nowrap">
            <span className="mono">{player.AccountId}</span>
            <CopyButton text={player.AccountId} />
          </Group>,
        ],
        [
          t('players.email'),
          player.Email && `${player.Email} (${t(player.IsEmailVerified ? 'players.verified' : 'players.unverified')})`,
        ],
        [t('players.created'), <DateTime key="created" at={player.CreatedAt} />],
        [t('players.country'), player.Country],
        [t('players.language'), player.Locale],
        [t('players.friends'), String(player.FriendCount)],
        [t('players.features'), player.Features.join(', ')],
        [t('players.because'), player.BlockedBecause],
        [t('players.deleteAfter'), player.DeleteAfter && <DateTime key="delete" at={player.DeleteAfter} />],
      ]}
    />
  );
}
