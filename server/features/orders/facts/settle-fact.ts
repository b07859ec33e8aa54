// The one way from what a provider has proved to an order: inbox, order locked, ledger, status, all in one transaction. The
// same notice again, and another notice of the same thing, change nothing. Whoever answers a provider answers after this.
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { OrderEventKind } from '#model/order-story.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Database } from '#server/db/database.ts';
import type { LedgerKind } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import { withAttempt } from './attempt-of-order.ts';
import { followOrder, lockOrder, type FollowDeps, type LockedOrder } from './follow-order.ts';
import { endRequest, isOfExtra } from '../refunds/match-refund.ts';
import { addOrderEvent } from './order-events.ts';
import {
  findByAttempt,
  findByPayment,
  insertEventRow,
  insertLedgerRow,
  noteNotice,
  type FoundAttempt,
} from './order-statements.ts';
import type { TakeTurns } from '../turns/take-turns.ts';

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
  told: PaymentFact,
  ofGame: (game: string) => Promise<boolean>,
): Promise<Settled> {
  const fact = await withAttempt(deps.database.kysely, provider, told);
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
    const [attempt] = await noteNotice(
      trx,
      provider,
      fact.dedupKey,
      order.order_id,
      JSON.stringify(fact),
      found.attempt_id,
    );
    if (!attempt) throw new Error(`The attempt ${found.attempt_id} is gone.`);
    if (!attempt.is_new) return 'no change';
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

async function findAttempt(
  db: Kysely<Tables>,
  provider: string,
  { attemptId, providerPaymentId, dedupKey }: PaymentFact,
): Promise<FoundAttempt | undefined> {
  if (attemptId !== undefined) return (await findByAttempt(db, provider, dedupKey, attemptId))[0];
  return providerPaymentId === undefined
    ? undefined
    : (await findByPayment(db, provider, dedupKey, providerPaymentId))[0];
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
  const line = JSON.stringify({
    provider: given.provider,
    attempt: attempt.number,
    ...(fact.amountMinor !== undefined && { amountMinor: fact.amountMinor }),
  });
  const isNew = isEnd(fact) ? await endAttempt(trx, fact, attempt, line) : await addToLedger(trx, given, line);
  if (!isNew) return 'no change';
  if (fact.kind === 'refund-failed')
    deps.log.error(
      { provider: given.provider, orderId: order.order_id, transactionId: fact.transactionId },
      'Money that was on its way back has come back to us: an operator has to look.',
    );
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

async function endAttempt(
  trx: Transaction<Tables>,
  { kind, providerPaymentId }: PaymentFact & { kind: End },
  attempt: AttemptRow,
  line: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_attempts')
    .set({
      state: kind,
      provider_payment_id: attempt.provider_payment_id ?? providerPaymentId ?? null,
      // Nobody will ask for it again.
      sealed_request: null,
    })
    .where('attempt_id', '=', attempt.attempt_id)
    .where('state', 'in', ['creating', 'open'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await insertEventRow(trx, attempt.order_id, eventKinds[kind], line);
  return true;
}

async function addToLedger(trx: Transaction<Tables>, given: Given, line: string): Promise<boolean> {
  const { provider, fact, attempt, order } = given;
  const kind: LedgerKind = fact.kind === 'paid' ? 'charged' : (fact.kind as LedgerKind);
  if (fact.providerPaymentId !== undefined && attempt.provider_payment_id === null)
    await trx
      .updateTable('payment_attempts')
      .set({ provider_payment_id: fact.providerPaymentId })
      .where('attempt_id', '=', attempt.attempt_id)
      .execute();
  const rows = await insertLedgerRow(
    trx,
    provider,
    fact.transactionId,
    kind,
    order.order_id,
    attempt.attempt_id,
    fact.amountMinor,
    attempt.currency,
    await isOfExtra(trx, given),
    fact.chargeId ?? null,
    fact.isTest,
    eventKinds[fact.kind],
    line,
  );
  if (rows.length > 0 && (kind === 'refunded' || kind === 'refund-failed')) await endRequest(trx, given);
  return rows.length > 0;
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
