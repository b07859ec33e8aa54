// First pages of the console's lists of players, orders and payments, and a plain statement for the same rows.
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { readDisputes } from '#server/features/order-admin/read-disputes.ts';
import {
  readDiscrepancies,
  readDiscrepancyDays,
  readUnmatchedEvents,
} from '#server/features/order-admin/read-reconciliation.ts';
import { listFoundOrders, type OrderSearch } from '#server/features/orders/search/find-orders.ts';
import { listPlayers, type PlayerFilter } from '#server/features/players/list-players.ts';
import { readTimeline } from '#server/features/players/read-timeline.ts';
import type { Comparison } from './compare-statements.ts';

export type ListComparison = Pick<Comparison, 'name' | 'ours'> & {
  /** The plain statement. */
  readonly plain: string;
};

const limit = 50;
const dayMs = 86_400_000;

export const listOrderLists = (database: Database, accountId: string): readonly ListComparison[] => [
  ...listPlayerLists(database, accountId),
  ...listOrderFilters(database, accountId),
  ...listPaymentLists(database),
];

function listPlayerLists(database: Database, accountId: string): readonly ListComparison[] {
  const players = (name: string, filter: PlayerFilter, condition: string): ListComparison => ({
    name: `players${name}`,
    ours: () => listPlayers(database, filter, limit),
    plain: `select account_id, name, email, guest, geo_country, created_at, blocked_at, blocked_until, delete_after,
        merged_into, features
      from accounts where merged_into is null and ${condition} order by created_at desc, account_id desc limit ${limit}`,
  });
  return [
    players('', {}, 'true'),
    players(' of a country', { country: 'DEU' }, `geo_country = 'DEU'`),
    players(' who are blocked', { isBlocked: true }, 'blocked_at is not null'),
    players(' who are guests', { isGuest: true }, 'guest'),
    players(' of a week', { createdSince: daysAgo(7) }, `created_at >= '${daysAgo(7)}'`),
    {
      name: 'timeline of a player',
      ours: () => readTimeline(database, accountId, { before: undefined, limit }),
      plain: `select * from (
          select created_at as at, 'SignedIn' as kind, begun_by as detail from sessions where account_id = '${accountId}'
          union all select created_at, 'IdentityAdded', external_id from social_identities where account_id = '${accountId}'
          union all select connected_at, 'GameConnected', game from connected_games where account_id = '${accountId}'
          union all select last_played_at, 'Played', game from connected_games where account_id = '${accountId}'
          union all select created_at, 'Ordered', sku from orders where account_id = '${accountId}'
          union all select l.created_at, 'Payment', l.kind from orders join ledger l using (order_id) where account_id = '${accountId}'
          union all select d.created_at, 'Delivery', d.type from orders join deliveries d using (order_id) where account_id = '${accountId}'
          union all select accepted_at, 'DocumentAccepted', v.number::text
            from document_acceptances join document_versions v using (version_id) where account_id = '${accountId}'
          union all select created_at, 'TicketOpened', message from support_messages where account_id = '${accountId}'
          union all select created_at, 'TicketMessage', message from support_replies where account_id = '${accountId}'
          union all select created_at, 'Notification', title from push_messages where account_id = '${accountId}'
          union all select at, 'OperatorAction', action from audit_log
            where object_kind = 'player' and object_id = '${accountId}' and after is not null
        ) entries order by at desc limit ${limit}`,
    },
  ];
}

function listOrderFilters({ kysely }: Database, accountId: string): readonly ListComparison[] {
  const orders = (name: string, search: OrderSearch, condition: string): ListComparison => ({
    name: `orders${name}`,
    ours: () => listFoundOrders(kysely, search, { limit }),
    plain: `select o.order_id, o.created_at, o.paid_at, o.status, o.game, o.game_uid, o.platform, o.product, o.sku,
        o.quantity, o.price_minor, o.currency, o.account_id, a.name,
        (select sum(amount_minor) from ledger l where l.order_id = o.order_id and kind = 'charged') as paid,
        (select sum(amount_minor) from ledger l where l.order_id = o.order_id and kind in ('refunded', 'dispute-lost')) as refunded,
        (select bool_or(is_test) from ledger l where l.order_id = o.order_id) as is_test,
        (select string_agg(provider || ' ' || provider_payment_id, ', ') from payment_attempts t
          where t.order_id = o.order_id) as payments
      from orders o left join accounts a using (account_id)
      where ${condition} order by o.created_at desc, o.order_id desc limit ${limit}`,
  });
  const paidWith = (provider: string): string =>
    `exists (select from payment_attempts t where t.order_id = o.order_id and t.provider = '${provider}')`;
  return [
    orders('', {}, 'true'),
    orders(' that are completed', { statuses: ['Completed'] }, `status = 'Completed'`),
    orders(' that wait for payment', { statuses: ['WaitingForPayment'] }, `status = 'WaitingForPayment'`),
    orders(' that wait for the game', { statuses: ['PayedWaitingForSending'] }, `status = 'PayedWaitingForSending'`),
    orders(' that are cancelled', { statuses: ['Cancelled'] }, `status = 'Cancelled'`),
    orders(' of a game', { game: 'gem-miner' }, `game = 'gem-miner'`),
    orders(' of the portal', { platform: 'FxId' }, `platform = 'FxId'`),
    orders(' of a platform with few', { platform: 'Telegram' }, `platform = 'Telegram'`),
    orders(' of a provider', { provider: 'aghanim' }, paidWith('aghanim')),
    orders(' of a provider with few', { provider: 'bank131' }, paidWith('bank131')),
    orders(' of a currency', { currency: 'USD' }, `currency = 'USD'`),
    orders(' of an amount', { amount: '4.99' }, `price_minor = 499 and currency = 'USD'`),
    orders(' of a player', { player: { accountIds: [accountId] } }, `account_id = '${accountId}'`),
    orders(
      ' of a week',
      { createdFrom: new Date(daysAgo(37)), createdBefore: new Date(daysAgo(30)) },
      `o.created_at >= '${daysAgo(37)}' and o.created_at < '${daysAgo(30)}'`,
    ),
    orders(
      ' of a game and a status',
      { game: 'gem-miner', statuses: ['Cancelled'] },
      `game = 'gem-miner' and status = 'Cancelled'`,
    ),
  ];
}

function listPaymentLists({ kysely }: Database): readonly ListComparison[] {
  const page = { before: undefined, limit };
  const disputes = (condition: string): string => `
    select l.order_id, o.game, l.provider, l.account, l.transaction_id, l.amount_minor, l.currency, l.is_test, l.created_at,
      l.evidence_due_at, e.kind as end_kind, e.created_at as ended_at,
      (select max(at) from audit_log where object_kind = 'order' and object_id = l.order_id::text
        and action = 'operatorOrders.evidence') as evidence_at
    from ledger l join orders o using (order_id)
    left join ledger e on e.attempt_id = l.attempt_id and e.transaction_id = l.transaction_id
      and e.kind in ('dispute-won', 'dispute-lost')
    where l.kind = 'disputed' and ${condition} order by l.created_at desc limit ${limit}`;
  return [
    { name: 'disputes', ours: () => readDisputes(kysely, undefined, page), plain: disputes('true') },
    {
      name: 'disputes that are open',
      ours: () => readDisputes(kysely, 'Open', page),
      plain: disputes('e.kind is null'),
    },
    {
      name: 'disputes that were lost',
      ours: () => readDisputes(kysely, 'Lost', page),
      plain: disputes(`e.kind = 'dispute-lost'`),
    },
    {
      name: 'discrepancies by day',
      ours: () => readDiscrepancyDays(kysely, new Date(daysAgo(30))),
      plain: `select date_trunc('day', found_at), provider, count(*), count(*) filter (where kind = 'applied-late')
        from payment_discrepancies where found_at >= '${daysAgo(30)}' group by 1, 2 order by 1 desc`,
    },
    {
      name: 'discrepancies',
      ours: () => readDiscrepancies(kysely, { provider: undefined, day: undefined }, page),
      plain: `select * from payment_discrepancies order by found_at desc limit ${limit}`,
    },
    {
      name: 'discrepancies of a day',
      ours: () => readDiscrepancies(kysely, { provider: 'stripe', day: daysAgo(9).slice(0, 10) }, page),
      plain: `select * from payment_discrepancies where provider = 'stripe'
          and found_at >= '${daysAgo(9).slice(0, 10)}' and found_at < '${daysAgo(8).slice(0, 10)}'
        order by found_at desc limit ${limit}`,
    },
    {
      name: 'events without an order',
      ours: () => readUnmatchedEvents(kysely, page),
      plain: `select * from payment_events where order_id is null order by received_at desc limit ${limit}`,
    },
  ];
}

const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

/** Each plain statement is prepared, as ours may be. */
export const toComparison = (
  { kysely }: Database,
  { name, ours, plain }: ListComparison,
  maxRatio: number,
): Comparison => {
  const statement = defineStatement<object, object>(() => plain);
  return { name, ours, bare: () => statement(kysely, {}), values: Array.from({ length: pages }, () => ''), maxRatio };
};

const pages = 5;
