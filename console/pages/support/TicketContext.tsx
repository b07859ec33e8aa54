import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#console/api.ts';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Facts } from '#console/ui/Facts.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { Money } from '#console/ui/Money.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import type { Ticket } from './ticket.ts';

const sharedFields = ['Build', 'Platform', 'Language', 'Browser'] as const;

/** The player, their orders and other tickets, and what the sender shared. */
export function TicketContext({ ticket: { TicketId, Context, AccountId } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['support', 'context', TicketId],
    queryFn: () => api.support.deskContext({ TicketId }),
  });
  const player = query.data?.Player;
  const shared = sharedFields.map((field) => [t(`support.${field}`), Context[field]] as const);
  return (
    <Stack gap="md" component="section" aria-label={t('support.context')}>
      <Title order={2}>{t('support.context')}</Title>
      {AccountId === undefined && <Text c="dimmed">{t('support.noAccount')}</Text>}
      {query.error && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={80} aria-label={t('common.loading')} />}
      <Facts
        facts={[
          [
            t('support.player'),
            player && (
              <ObjectLink key="player" kind="player" id={player.AccountId} text={player.Name || player.AccountId} />
            ),
          ],
          [t('support.games'), player?.Games.map(({ Game }) => Game).join(', ')],
          ...shared,
          [
            t('support.RequestIds'),
            Context.RequestIds && (
              <Group key="ids" gap="xs">
                {Context.RequestIds.map((id) => (
                  <Link key={id} className="mono" to={`/search?q=${encodeURIComponent(id)}`}>
                    {id}
                  </Link>
                ))}
              </Group>
            ),
          ],
        ]}
      />
      {query.data && query.data.Orders.length > 0 && (
        <section>
          <Title order={3}>{t('support.orders')}</Title>
          <ul>
            {query.data.Orders.map((order) => (
              <li key={order.OrderId} className="text-with-links">
                <ObjectLink kind="order" id={order.OrderId} text={order.Sku} />
                {` · ${order.Game} · `}
                <Money minor={order.PriceMinor} currency={order.Currency} />
                {` · ${order.Status} · `}
                <DateTime at={order.CreatedAt} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {query.data && query.data.OtherTickets.length > 0 && (
        <section>
          <Title order={3}>{t('support.otherTickets')}</Title>
          <ul>
            {query.data.OtherTickets.map((other) => (
              <li key={other.TicketId} className="text-with-links">
                <ObjectLink kind="ticket" id={other.TicketId} text={other.Message} />
                {' · '}
                {t(`support.statuses.${other.Status}`)}
                {' · '}
                <DateTime at={other.ChangedAt} format="ago" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}
