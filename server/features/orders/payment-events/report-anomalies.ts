// Reports anomalies to operators: a transaction that belongs to another order, and a dispute whose outcome was
// reversed.
import type { Transaction } from 'kysely';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { LedgerEntryType } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import type { AttemptRow, OrderRow } from '../order-rows.ts';
import { recordDiscrepancy } from './record-discrepancy.ts';
import { addOrderEvent } from './order-events.ts';

export interface MatchedPaymentEvent {
  readonly provider: string;
  readonly account: string;
  readonly event: PaymentEvent;
  readonly attempt: AttemptRow;
  readonly order: OrderRow;
}

interface ReportDeps {
  readonly log: Log;
  readonly now: () => Date;
}

export interface TransactionConflict {
  /** The order that the transaction belongs to; null if another attempt has the payment's id. */
  readonly otherOrder: string | null;
}

/** A transaction of another order of the same account buys nothing here. Reported once. */
export async function reportTransactionConflict(
  trx: Transaction<Tables>,
  { log, now }: ReportDeps,
  { provider, account, event, order }: MatchedPaymentEvent,
  otherOrder: string | null,
): Promise<'anomaly'> {
  const detail = `The provider used the same number for the order ${otherOrder ?? '(unknown)'} before. Find out at the provider which order it belongs to.`;
  const orderId = order.order_id;
  const difference = { kind: 'transaction-conflict', provider, account, event, orderId, detail } as const;
  if (await recordDiscrepancy({ database: { kysely: trx }, log, now }, difference))
    await addOrderEvent(trx, orderId, 'anomaly', { wrong: 'its number belongs to another order' });
  return 'anomaly';
}

export async function findTransactionConflict(
  trx: Transaction<Tables>,
  { provider, account, event, order }: MatchedPaymentEvent,
  kind: LedgerEntryType,
): Promise<false | TransactionConflict> {
  const rows = await trx
    .selectFrom('ledger')
    .select('order_id')
    .where('provider', '=', provider)
    .where('transaction_id', '=', event.transactionId ?? '')
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('account', '=', account), eb('order_id', '=', order.order_id)]))
    .execute();
  if (rows.some((row) => row.order_id === order.order_id)) return false;
  return { otherOrder: rows[0]?.order_id ?? null };
}

// An appeal can reverse a dispute's outcome, and events have no order. A dispute lost once undoes the order for good;
// if both outcomes arrive, an operator checks at the provider which one counts.
export async function reportReversedDispute(
  trx: Transaction<Tables>,
  { log, now }: ReportDeps,
  { provider, account, event, attempt, order }: MatchedPaymentEvent,
  kind: 'dispute-won' | 'dispute-lost',
): Promise<void> {
  const other = await trx
    .selectFrom('ledger')
    .select('kind')
    .where('attempt_id', '=', attempt.attempt_id)
    .where('transaction_id', '=', event.transactionId ?? '')
    .where('kind', '=', kind === 'dispute-won' ? 'dispute-lost' : 'dispute-won')
    .executeTakeFirst();
  if (!other) return;
  const detail = `${other.kind} was told before: see at the provider which it is now; the order is undone either way`;
  const orderId = order.order_id;
  await recordDiscrepancy(
    { database: { kysely: trx }, log, now },
    { kind: 'dispute-reversed', provider, account, event, orderId, detail },
  );
}
