import { sql, type Kysely } from 'kysely';
import type { OrderStatus } from '#model/order.ts';
import type { RefundRule } from '#model/refund-rule.ts';
import type { Tables } from '#server/db/tables.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import type { PlayerRefundContext } from './judge-player-refund.ts';

export async function readPlayerRefundContext(
  db: Kysely<Tables>,
  { providers, now }: Pick<OrdersDeps, 'providers' | 'now'>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PlayerRefundContext>> {
  if (orderIds.length === 0) return new Map();
  const ofPortal = providers.filter(({ family }) => family === 'payments').map(({ folder }) => folder);
  const monthAgo = new Date(now().getTime() - monthMs);
  const { rows } = await sql<FactsRow>`
    select o.order_id, o.status, o.paid_at, g.refund_rule,
      exists (
        select from deliveries d where d.order_id = o.order_id and d.type = 'order.paid' and d.state = 'acknowledged'
      ) as is_delivered,
      exists (
        select from ledger l where l.order_id = o.order_id and l.kind = 'disputed' and not exists (
          select from ledger won
          where won.attempt_id = l.attempt_id and won.transaction_id = l.transaction_id and won.kind = 'dispute-won'
        )
      ) as is_disputed,
      not exists (
        select from ledger l
        where l.order_id = o.order_id and l.kind = 'charged' and not l.provider = any(${ofPortal}::text[])
      ) as is_of_portal,
      exists (
        select from refunds r where r.order_id = o.order_id and r.reason <> 'overpayment' and r.state in ('requested', 'sent')
      ) as is_under_way,
      (
        select count(*)::int from refunds r join orders other using (order_id)
        where other.account_id = o.account_id and other.game = o.game
          and r.reason = 'player' and r.state <> 'refused' and r.created_at > ${monthAgo}
      ) as count_of_month
    from orders o join games g using (game)
    where o.order_id = any(${orderIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.order_id, describe(row)]));
}

const monthMs = 30 * 24 * 3_600_000;

interface FactsRow {
  readonly order_id: string;
  readonly status: OrderStatus;
  readonly paid_at: Date | null;
  readonly refund_rule: RefundRule | null;
  readonly is_delivered: boolean;
  readonly is_disputed: boolean;
  readonly is_of_portal: boolean;
  readonly is_under_way: boolean;
  readonly count_of_month: number;
}

const describe = (row: FactsRow): PlayerRefundContext => ({
  status: row.status,
  paidAt: row.paid_at,
  rule: row.refund_rule,
  isDelivered: row.is_delivered,
  isDisputed: row.is_disputed,
  isOfPortal: row.is_of_portal,
  isPending: row.is_under_way,
  countOfMonth: row.count_of_month,
});
