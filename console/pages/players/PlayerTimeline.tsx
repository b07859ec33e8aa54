import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import type { IconName } from '#console/ui/Icon.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { Money } from '#console/ui/Money.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import { Timeline } from '#console/ui/Timeline.tsx';
import type { PlayerEvent } from './player.ts';
import { useStatusText } from './use-status-text.ts';

const icons: Readonly<Record<PlayerEvent['Kind'], IconName>> = {
  SignedIn: 'monitor',
  IdentityAdded: 'key',
  GameConnected: 'games',
  Played: 'play',
  Ordered: 'orders',
  Payment: 'store',
  Delivery: 'webhooks',
  DocumentAccepted: 'document',
  TicketOpened: 'support',
  TicketMessage: 'mail',
  Notification: 'bell',
  OperatorAction: 'operators',
};

export function PlayerTimeline({ accountId: AccountId }: { accountId: string }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    queryKey: ['players', 'timeline', AccountId],
    queryFn: ({ pageParam }) => api.operatorPlayers.timeline({ AccountId, Before: pageParam, Limit: 50 }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ NextBefore }) => NextBefore,
  });
  const entries = query.data?.pages.flatMap(({ Entries }) => Entries);
  if (!entries)
    return query.error ? (
      <LoadFailed error={query.error} retry={() => void query.refetch()} />
    ) : (
      <Skeleton height={240} aria-label={t('common.loading')} />
    );
  if (entries.length === 0) return <EmptyState icon="clock" title={t('players.timelineEmpty')} />;
  return (
    <>
      <Timeline
        label={t('players.tabs.timeline')}
        events={entries.map((entry, index) => ({
          key: `${entry.At} ${entry.Kind} ${index}`,
          at: entry.At,
          icon: icons[entry.Kind],
          color: entry.Kind === 'OperatorAction' ? 'yellow' : entry.Kind === 'Payment' ? 'teal' : 'gray',
          title: <EventTitle entry={entry} />,
          ...(entry.Detail !== undefined && { text: <Text lineClamp={3}>{entry.Detail}</Text> }),
        }))}
      />
      {query.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('common.loadMore')}
          </Button>
        </Group>
      )}
    </>
  );
}

function EventTitle({ entry }: { entry: PlayerEvent }) {
  const { t } = useTranslation();
  const { Kind, ObjectKind, ObjectId, Game, By, Status, AmountMinor, Currency } = entry;
  const statusText = useStatusText();
  const name = t(`players.kinds.${Kind}`);
  return (
    <Group gap="xs">
      {ObjectKind !== undefined && ObjectId !== undefined ? (
        <ObjectLink kind={ObjectKind} id={ObjectId} text={name} />
      ) : (
        <span>{name}</span>
      )}
      {AmountMinor !== undefined && Currency !== undefined && (
        <span>
          <Money minor={AmountMinor} currency={Currency} />
        </span>
      )}
      {By !== undefined && By !== 'Unknown' && <Text c="dimmed">{By}</Text>}
      {Game !== undefined && <Text c="dimmed">{Game}</Text>}
      {Status !== undefined && Status !== '' && (
        <Badge variant="light" color="gray" tt="none">
          {statusText(Kind, Status)}
        </Badge>
      )}
    </Group>
  );
}
