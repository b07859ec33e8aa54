// The one way from what a provider has proved to an order: inbox, order locked, ledger, status, all in one transaction. The
// same notice again, and another notice of the same thing, change nothing. Whoever answers a provider answers after this.
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { OrderEventKind } from '#model/order-story.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Database } from '#server/db/database.ts';
import type { LedgerKind } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import { followOrder, lockOrder, type FollowDeps, type LockedOrder } from './follow-order.ts';
import { addOrderEvent } from './order-events.ts';
import type { TakeTurns } from './take-turns.ts';

export interface SettleDeps extends FollowDeps {
  readonly database: Database;
  readonly log: Log;
  /** Whether money that is none buys something: on a laptop and in tests, never in production. */
  readonly takesTestMoney: boolean;
  /** Where many facts of one order may come at once. */
  readonly inTurn?: TakeTurns;
}

export type Settled =
  | 'applied'
  /** Known already, or of no consequence. */
  | 'no change'
  /** It does not fit the order: kept for an operator, and nothing was done. */
  | 'anomaly'
  /** There is no such attempt, perhaps not yet. */
  | 'unknown';

/** `ofGame`: whether the provider's settings that proved it are those of the order's game. */
export async function settleFact(
  deps: SettleDeps,
  provider: string,
  fact: PaymentFact,
  ofGame: (game: string) => Promise<boolean>,
): Promise<Settled> {
  // Which order an attempt belongs to never changes: settings are looked up before anything is held.
  const found = await findAttempt(deps.database.kysely, provider, fact);
  if (!found || !(await ofGame(found.game))) return 'unknown';
  // Most notices come more than once: then nothing has to be locked.
  if (found.is_known) return 'no change';
  const { inTurn = (_, run) => run() } = deps;
  return inTurn(found.order_id, () => settleFound(deps, provider, fact, found));
}

function settleFound(deps: SettleDeps, provider: string, fact: PaymentFact, found: FoundAttempt): Promise<Settled> {
  return deps.database.transaction(async (trx) => {
    const order = await lockOrder(trx, found.order_id);
    if (!order) return 'unknown';
    // What was kept while nobody knew the attempt counts now.
    const { rows } = await sql`
      insert into payment_inbox (provider, dedup_key, order_id, outcome, event)
      values (${provider}, ${fact.dedupKey}, ${order.order_id}, 'applied', ${JSON.stringify(fact)})
      on conflict (provider, dedup_key) do update set order_id = excluded.order_id, outcome = excluded.outcome
        where payment_inbox.outcome = 'quarantined'
      returning 1`.execute(trx);
    if (rows.length === 0) return 'no change';
    const attempt = await trx
      .selectFrom('payment_attempts')
      .selectAll()
      .where('attempt_id', '=', found.attempt_id)
      .executeTakeFirstOrThrow();
    const outcome = await apply(trx, deps, { provider, fact, attempt, order });
    if (outcome !== 'applied')
      await trx
        .updateTable('payment_inbox')
        .set({ outcome })
        .where('provider', '=', provider)
        .where('dedup_key', '=', fact.dedupKey)
        .execute();
    return outcome;
  });
}

interface FoundAttempt {
  readonly attempt_id: string;
  readonly order_id: string;
  readonly game: string;
  readonly is_known: boolean;
}

async function findAttempt(
  db: Kysely<Tables>,
  provider: string,
  { attemptId, providerPaymentId, dedupKey }: PaymentFact,
): Promise<FoundAttempt | undefined> {
  if (attemptId === undefined && providerPaymentId === undefined) return undefined;
  const isMeant =
    attemptId === undefined ? sql`a.provider_payment_id = ${providerPaymentId}` : sql`a.attempt_id = ${attemptId}`;
  const { rows } = await sql<FoundAttempt>`
    select a.attempt_id, a.order_id, o.game,
      exists (
        select from payment_inbox i
        where i.provider = ${provider} and i.dedup_key = ${dedupKey} and i.outcome <> 'quarantined'
      ) as is_known
    from payment_attempts a join orders o using (order_id)
    where a.provider = ${provider} and ${isMeant}`.execute(db);
  return rows[0];
}

type AttemptRow = Selectable<Tables['payment_attempts']>;

interface Given {
  readonly provider: string;
  readonly fact: PaymentFact;
  readonly attempt: AttemptRow;
  readonly order: LockedOrder;
}

async function apply(
  trx: Transaction<Tables>,
  deps: SettleDeps,
  given: Given,
): Promise<'applied' | 'no change' | 'anomaly'> {
  const { fact, attempt, order } = given;
  const wrong = whatIsWrong(given, deps.takesTestMoney);
  if (wrong !== undefined) {
    const { provider } = given;
    deps.log.error(
      { provider, orderId: order.order_id, wrong },
      'Money does not fit its order: an operator has to look.',
    );
    await addOrderEvent(trx, order.order_id, 'anomaly', { wrong });
    return 'anomaly';
  }
  const isNew = isEnd(fact) ? await endAttempt(trx, fact.kind, attempt) : await addToLedger(trx, given);
  if (!isNew) return 'no change';
  await addOrderEvent(trx, order.order_id, eventKinds[fact.kind], {
    provider: given.provider,
    attempt: attempt.number,
    ...(fact.amountMinor !== undefined && { amountMinor: fact.amountMinor }),
  });
  await followOrder(trx, order, deps);
  return 'applied';
}

/** A mismatch never marks anything paid, and a name that the provider first had for an attempt stays. */
function whatIsWrong({ fact, attempt }: Given, takesTestMoney: boolean): string | undefined {
  const { kind, providerPaymentId, transactionId, amountMinor, currency, isTest } = fact;
  if (
    providerPaymentId !== undefined &&
    attempt.provider_payment_id !== null &&
    providerPaymentId !== attempt.provider_payment_id
  )
    return 'the provider calls this attempt by another name than before';
  if (isTest && !takesTestMoney) return 'it is test money';
  if (isEnd(fact)) return undefined;
  if (transactionId === undefined || amountMinor === undefined) return 'it names no transaction or no amount';
  if (currency !== attempt.currency) return `it is in ${currency ?? 'no currency'} and not in ${attempt.currency}`;
  if (kind === 'paid' && amountMinor !== attempt.amount_minor)
    return `it is ${amountMinor} and not ${attempt.amount_minor} minor units`;
  return amountMinor > attempt.amount_minor ? 'it is more than the order costs' : undefined;
}

type End = 'failed' | 'expired';
const isEnd = (fact: PaymentFact): fact is PaymentFact & { kind: End } =>
  fact.kind === 'failed' || fact.kind === 'expired';

async function endAttempt(trx: Transaction<Tables>, state: End, { attempt_id }: AttemptRow): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_attempts')
    .set({ state })
    .where('attempt_id', '=', attempt_id)
    .where('state', 'in', ['creating', 'open'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function addToLedger(trx: Transaction<Tables>, { provider, fact, attempt, order }: Given): Promise<boolean> {
  const kind: LedgerKind = fact.kind === 'paid' ? 'charged' : (fact.kind as LedgerKind);
  if (fact.providerPaymentId !== undefined && attempt.provider_payment_id === null)
    await trx
      .updateTable('payment_attempts')
      .set({ provider_payment_id: fact.providerPaymentId })
      .where('attempt_id', '=', attempt.attempt_id)
      .execute();
  const { rows } = await sql`
    insert into ledger (provider, transaction_id, kind, order_id, attempt_id, amount_minor, currency, of_extra, is_test)
    values (${provider}, ${fact.transactionId}, ${kind}, ${order.order_id}, ${attempt.attempt_id}, ${fact.amountMinor},
      ${attempt.currency}, ${(fact.ofExtra ?? false) || (await isOurs(trx, fact, attempt))}, ${fact.isTest})
    on conflict do nothing returning 1`.execute(trx);
  if (rows.length > 0 && kind === 'refunded') await endRefund(trx, fact, attempt);
  return rows.length > 0;
}

/** The request that this was the answer to: by the provider's name for it, else the oldest of that amount. */
async function endRefund(
  trx: Transaction<Tables>,
  { transactionId, amountMinor }: PaymentFact,
  attempt: AttemptRow,
): Promise<void> {
  await sql`
    update refunds set state = 'done', provider_refund_id = ${transactionId}, updated_at = now()
    where refund_id = (
      select refund_id from refunds
      where attempt_id = ${attempt.attempt_id} and amount_minor = ${amountMinor} and state in ('requested', 'sent')
        and (provider_refund_id is null or provider_refund_id = ${transactionId})
      order by provider_refund_id nulls last, created_at limit 1
    )`.execute(trx);
}

/** Of providers that do not repeat what we say: a refund of an attempt whose money we have asked to go back as extra. */
async function isOurs(
  trx: Transaction<Tables>,
  { kind, amountMinor }: PaymentFact,
  attempt: AttemptRow,
): Promise<boolean> {
  if (kind !== 'refunded') return false;
  const asked = await trx
    .selectFrom('refunds')
    .select('refund_id')
    .where('attempt_id', '=', attempt.attempt_id)
    .where('reason', '=', 'extra')
    .where('amount_minor', '=', amountMinor ?? -1)
    .executeTakeFirst();
  return asked !== undefined;
}

const eventKinds: Readonly<Record<PaymentFact['kind'], OrderEventKind>> = {
  paid: 'paid',
  failed: 'payment ended',
  expired: 'payment ended',
  refunded: 'refunded',
  'refund-failed': 'refund failed',
  disputed: 'disputed',
  'dispute-lost': 'dispute lost',
  'dispute-won': 'dispute won',
};
