// Disputed payments for operators, newest first.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import type { DisputeState, PaymentDispute } from '#contract/console/payments.ts';
import type { Tables } from '#server/db/tables.ts';
import { readCursor, writeCursor } from '#server/http/page-cursor.ts';
import type { Page } from './page.ts';

type Dispute = Static<typeof PaymentDispute>;
type State = Static<typeof DisputeState>;

/**
 * A dispute is one transaction of an attempt. A provider may tell only how it ended; then its end is also its
 * beginning.
 */
export async function readDisputes(
  db: Kysely<Tables>,
  state: State | undefined,
  { before, limit }: Page,
): Promise<{ readonly disputes: Dispute[]; readonly next: string | undefined }> {
  const last = readCursor(before, ['instant', 'text', 'text']);
  const { rows } = await sql<DisputeRow>`
    select l.order_id, o.game, l.provider, l.account, l.transaction_id, l.amount_minor, l.currency, l.is_test,
      l.created_at, to_char(l.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact_at,
      l.evidence_due_at, ended.kind as end_kind, ended.created_at as ended_at,
      (
        select max(at) from audit_log a where a.object_kind = 'order' and a.object_id = l.order_id::text
          and a.action in ('operatorOrders.evidence', 'orders evidence')
      ) as evidence_at
    from (
      select * from ledger l
      where l.kind in ('disputed', 'dispute-lost', 'dispute-won')
        and (l.kind = 'disputed' or not exists (
          select from ledger f
          where f.attempt_id = l.attempt_id and f.transaction_id = l.transaction_id
            and (f.kind = 'disputed' or f.kind < l.kind)
            and f.kind in ('disputed', 'dispute-lost', 'dispute-won')
        ))
        and ${stateCondition(state)}
        and ${last ? sql`(l.created_at, l.order_id::text, l.transaction_id) < (${last[0]}::timestamptz, ${last[1]}, ${last[2]})` : sql`true`}
      order by l.created_at desc, l.order_id::text desc, l.transaction_id desc
      limit ${limit + 1}
    ) l join orders o using (order_id)
    left join lateral (
      select e.kind, e.created_at from ledger e
      where e.attempt_id = l.attempt_id and e.transaction_id = l.transaction_id and e.kind in ('dispute-lost', 'dispute-won')
      order by e.kind limit 1
    ) ended on true
    order by l.created_at desc, l.order_id::text desc, l.transaction_id desc`.execute(db);
  const shown = rows.slice(0, limit);
  const end = rows.length > limit ? shown.at(-1) : undefined;
  return {
    disputes: shown.map(describeDispute),
    next: end && writeCursor([end.exact_at, end.order_id, end.transaction_id]),
  };
}

/** A dispute that was both won and lost is lost. */
function stateCondition(state: State | undefined): RawBuilder<unknown> {
  if (state === undefined) return sql`true`;
  const hasEnd = (kinds: RawBuilder<unknown>) => sql`exists (
    select from ledger e
    where e.attempt_id = l.attempt_id and e.transaction_id = l.transaction_id and e.kind in (${kinds}))`;
  if (state === 'Open') return sql`not ${hasEnd(sql`'dispute-lost', 'dispute-won'`)}`;
  if (state === 'Lost') return hasEnd(sql`'dispute-lost'`);
  return sql`${hasEnd(sql`'dispute-won'`)} and not ${hasEnd(sql`'dispute-lost'`)}`;
}

interface DisputeRow {
  readonly order_id: string;
  readonly game: string;
  readonly provider: string;
  readonly account: string | null;
  readonly transaction_id: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly is_test: boolean;
  readonly created_at: Date;
  readonly exact_at: string;
  readonly evidence_due_at: Date | null;
  readonly end_kind: string | null;
  readonly ended_at: Date | null;
  readonly evidence_at: Date | null;
}

const describeDispute = (row: DisputeRow): Dispute => ({
  OrderId: row.order_id,
  Game: row.game,
  Provider: row.provider,
  ...(row.account && { Account: row.account }),
  TransactionId: row.transaction_id,
  AmountMinor: row.amount_minor,
  Currency: row.currency,
  IsTest: row.is_test,
  State: row.end_kind === null ? 'Open' : row.end_kind === 'dispute-won' ? 'Won' : 'Lost',
  OpenedAt: row.created_at.toISOString(),
  ...(row.evidence_due_at && { EvidenceDueAt: row.evidence_due_at.toISOString() }),
  ...(row.ended_at && { ClosedAt: row.ended_at.toISOString() }),
  ...(row.evidence_at && { EvidenceMadeAt: row.evidence_at.toISOString() }),
});
