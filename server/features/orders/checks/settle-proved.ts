// Settles what a provider has proved. Before a refund that nobody here has asked for, the books are read about the order's earlier
// payments: where one of them pays the order, this one was paid twice, and a webhook that is still on its way must not decide about
// that.
import { sql, type Kysely } from 'kysely';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Tables } from '#server/db/tables.ts';
import { withAttempt } from '../facts/attempt-of-order.ts';
import { settleFact, type Settled } from '../facts/settle-fact.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { readBooks } from './read-books.ts';

export async function settleProved(
  deps: OrdersDeps,
  provider: string,
  proved: PaymentFact,
  ofGame: (game: string) => Promise<boolean>,
): Promise<Settled> {
  if (!isRefundByHand(proved)) return settleFact(deps, provider, proved, ofGame);
  const { kysely } = deps.database;
  const refund = await withAttempt(kysely, provider, proved);
  for (const attemptId of await findUnreadBefore(kysely, provider, refund)) await settleEarlier(deps, attemptId);
  return settleFact(deps, provider, refund, ofGame);
}

const isRefundByHand = ({ kind, refundId, ofExtra }: PaymentFact): boolean =>
  kind === 'refunded' && refundId === undefined && ofExtra === undefined;

/** The earliest comes first, so that nothing before it is left to be read. */
async function settleEarlier(deps: OrdersDeps, attemptId: string): Promise<void> {
  try {
    await deps.reading(attemptId, async () => {
      const books = await readBooks(deps, attemptId);
      if (!books) return;
      // The account that was read is the one of the order's game.
      for (const fact of books.facts) await settleFact(deps, books.provider, fact, async () => true);
    });
  } catch (error) {
    deps.log.warn({ err: error, attemptId }, 'The books could not be read about a payment; what is known decides.');
  }
}

/** Earlier attempts that may have been paid without our knowing; none where nothing can change any more. */
async function findUnreadBefore(
  db: Kysely<Tables>,
  provider: string,
  { attemptId, providerPaymentId, transactionId }: PaymentFact,
): Promise<readonly string[]> {
  if (attemptId === undefined && providerPaymentId === undefined) return [];
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
