// Which payments of an order have to be looked at before a refund of a later one can be judged.
import { sql, type Kysely } from 'kysely';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Tables } from '#server/db/tables.ts';

/** Earlier attempts that may have been paid without our knowing; none where the refund is ours, or nothing can change any more. */
export async function unknownBefore(
  db: Kysely<Tables>,
  provider: string,
  { kind, refundId, ofExtra, attemptId, providerPaymentId, transactionId }: PaymentFact,
): Promise<readonly string[]> {
  const isByHand = kind === 'refunded' && refundId === undefined && ofExtra === undefined;
  if (!isByHand || (attemptId === undefined && providerPaymentId === undefined)) return [];
  const isMeant =
    attemptId === undefined ? sql`a.provider_payment_id = ${providerPaymentId}` : sql`a.attempt_id = ${attemptId}`;
  const { rows } = await sql<{ attempt_id: string }>`
    select earlier.attempt_id
    from payment_attempts a join orders using (order_id) join payment_attempts earlier using (order_id)
    where a.provider = ${provider} and ${isMeant} and orders.status <> 'CancelledPaid'
      and earlier.number < a.number and earlier.state in ('creating', 'open')
      and not exists (select from ledger where ledger.attempt_id = earlier.attempt_id and ledger.kind = 'charged')
      and not exists (select from ledger where provider = ${provider} and transaction_id = ${transactionId ?? ''})
    order by earlier.number`.execute(db);
  return rows.map(({ attempt_id: found }) => found);
}
