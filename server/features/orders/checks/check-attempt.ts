// The provider's books are read about an attempt, and what they prove is settled; so is what a webhook or a list proves.
//
// Before a refund that nobody here has asked for, the books are read about the order's earlier payments: where one of them pays the
// order, this one was paid twice, and a webhook that is still on its way must not decide about that.
import { sql, type Kysely } from 'kysely';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Tables } from '#server/db/tables.ts';
import { nameAttempt } from '../facts/name-attempt.ts';
import { settleFact, type OfGame, type Settled } from '../facts/settle-fact.ts';
import type { AttemptRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { readBooks } from './read-books.ts';

/** One reading at a time, which begins after it was asked for. Throws when the books cannot be read. */
export function checkAttempt(deps: OrdersDeps, attemptId: string, { cancel = false } = {}): Promise<void> {
  // A reading that closes the payment is not the same as one that does not.
  return deps.reading(cancel ? `${attemptId} cancel` : attemptId, async () => {
    const books = await readBooks(deps, attemptId, { cancel });
    if (!books) return;
    for (const fact of books.facts) await settleProved(deps, books.provider, fact);
  });
}

/** Now, or when the pause since the last check is over: whoever brings word of a change must not be forgotten. */
export async function checkSoon(deps: OrdersDeps, attempt: AttemptRow): Promise<void> {
  const now = deps.now();
  const claimed = await deps.database.kysely
    .updateTable('payment_attempts')
    .set({ checked_at: now })
    .where('attempt_id', '=', attempt.attempt_id)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', new Date(now.getTime() - pauseMs))]))
    .executeTakeFirst();
  if (claimed.numUpdatedRows > 0n) return checkAttempt(deps, attempt.attempt_id);
  const startAfter = new Date((attempt.checked_at ?? now).getTime() + pauseMs);
  await deps.database.transaction((trx) =>
    deps.sendCheck(
      trx,
      { attemptId: attempt.attempt_id },
      { startAfter, key: `${attempt.attempt_id} ${startAfter.toISOString()}` },
    ),
  );
}

const pauseMs = 5000;

/** What a provider has proved, by whatever way it came. */
export async function settleProved(
  deps: OrdersDeps,
  provider: string,
  proved: PaymentFact,
  ofGame?: OfGame,
): Promise<Settled> {
  if (!isRefundByHand(proved)) return settleFact(deps, provider, proved, ofGame);
  const { kysely } = deps.database;
  const refund = await nameAttempt(kysely, provider, proved);
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
      for (const fact of books.facts) await settleFact(deps, books.provider, fact);
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
