// Reads the figures of the overview: a few statements on indexes, and no events.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { isRealMoney } from '#server/features/analytics/is-real-money.ts';

export const overviewHours = 48;

export interface HourRow {
  readonly hour: Date;
  readonly sign_ins: number;
  readonly plays: number;
  readonly orders: number;
  readonly revenue: number;
}

/** All hours, also those in which nothing happened. */
export async function readHours(db: Kysely<Tables>): Promise<HourRow[]> {
  const since = sql`date_trunc('hour', now(), 'UTC') - make_interval(hours => ${overviewHours - 1})`;
  const { rows } = await sql<HourRow>`
    select hours.hour, coalesce(sign_ins, 0) as sign_ins, coalesce(plays, 0) as plays, coalesce(orders, 0) as orders,
      coalesce(revenue, 0) as revenue
    from generate_series(${since}, now(), interval '1 hour') as hours (hour)
    left join (
      select date_trunc('hour', created_at, 'UTC') as hour, count(*)::int as sign_ins from sessions
      where created_at >= ${since} and not handed group by 1
    ) begun on begun.hour = hours.hour
    left join portal_hours on portal_hours.hour = hours.hour
    left join (
      select date_trunc('hour', paid_at, 'UTC') as hour, count(*)::int as orders, sum(usd_minor)::bigint as revenue
      from orders where paid_at >= ${since} and ${isRealMoney} group by 1
    ) paid on paid.hour = hours.hour
    order by hours.hour`.execute(db);
  return rows;
}

export async function countOnline(db: Kysely<Tables>): Promise<{ readonly online: number; readonly playing: number }> {
  const { rows } = await sql<{ online: number; playing: number }>`
    select count(distinct p.account_id)::int as online,
      count(distinct p.account_id) filter (where p.game is not null)::int as playing
    from presences p left join presence_nodes n on n.node_id = p.node_id
    where n.seen_at > now() - interval '30 seconds' or p.expires_at > now()`.execute(db);
  return rows[0] ?? { online: 0, playing: 0 };
}

export interface VendorRow {
  readonly provider: string;
  readonly attempts: number;
  readonly failed: number;
}

export async function countVendorFailures(db: Kysely<Tables>): Promise<VendorRow[]> {
  const { rows } = await sql<VendorRow>`
    select provider, count(*)::int as attempts,
      count(*) filter (where payment_attempts.state = 'failed')::int as failed
    from orders join payment_attempts using (order_id)
    where orders.created_at > now() - interval '1 day' group by provider order by provider`.execute(db);
  return rows;
}

export async function countOpenDisputes(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger dispute
    where kind = 'disputed' and created_at > now() - interval '120 days' and not exists (
      select from ledger result
      where result.attempt_id = dispute.attempt_id and result.kind in ('dispute-lost', 'dispute-won')
        and result.created_at >= dispute.created_at
    )`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface RejectedWebhooksRow {
  readonly provider: string;
  readonly outcome: 'refused' | 'failed';
  readonly reason: string;
  readonly webhooks: number;
}

export async function countRejectedWebhooks(db: Kysely<Tables>): Promise<RejectedWebhooksRow[]> {
  const { rows } = await sql<RejectedWebhooksRow>`
    select provider, outcome, reason, sum(webhooks)::int as webhooks from rejected_webhooks
    where last_at > now() - interval '1 day'
    group by provider, outcome, reason order by webhooks desc, provider, reason limit 10`.execute(db);
  return rows;
}

export async function countFailedDeliveries(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deliveries
    where state = 'dead' and game not in (select game from games where config ->> 'PurchasesIn' = 'Page')`.execute(db);
  return rows[0]?.count ?? 0;
}
