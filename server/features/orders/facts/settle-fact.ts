// The one way from what a provider has proved to an order: inbox, order locked, ledger, status, all in one transaction. The
// same webhook again, and another one about the same thing, change nothing. Whoever answers a provider answers after this.
import type { Kysely, Transaction } from 'kysely';
import type { OrderEventKind } from '#model/order-story.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { LedgerKind } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import { nameAttempt } from './name-attempt.ts';
import { noteDifference } from './note-difference.ts';
import { followOrder, lockOrder, type FollowDeps, type LockedOrder } from './follow-order.ts';
import { endRequest, isOfExtra } from '../refunds/match-refund.ts';
import { addOrderEvent } from './order-events.ts';
import { attemptColumns, type AttemptRow } from '../order-rows.ts';

export interface SettleDeps extends FollowDeps {
  readonly database: Database;
  readonly log: Log;
  /** Whether money that is none buys something: on a laptop and in tests, never in production. */
  readonly takesTestMoney: boolean;
  /** Asks for what the provider has to be told once a purchase is granted, in the transaction that grants it. Absent: nobody. */
  readonly sendFinish?: (trx: Transaction<Tables>, provider: string, attemptId: string) => Promise<void>;
}

export type Settled =
  | 'applied'
  /** Known already, or of no consequence. */
  | 'no change'
  /** It does not fit the order: kept for an operator, and nothing was done. */
  | 'anomaly'
  /** There is no such attempt, perhaps not yet. */
  | 'unknown';

/** Whether the provider's account that proved something is that of the order's game. */
export type OfGame = (game: string) => Promise<boolean>;

/** Without `ofGame`: it was proved by the account of the order's game. */
export async function settleFact(
  deps: SettleDeps,
  provider: string,
  proved: PaymentFact,
  ofGame: OfGame = async () => true,
): Promise<Settled> {
  const fact = proved.attemptId === undefined ? await nameAttempt(deps.database.kysely, provider, proved) : proved;
  // Which order an attempt belongs to never changes: settings are read before anything is locked.
  const found = await findAttempt(deps.database.kysely, provider, fact);
  if (!found || !(await ofGame(found.game))) return 'unknown';
  // Most webhooks come more than once: then nothing has to be locked.
  if (found.is_known) return 'no change';
  return deps.database.transaction((trx) => settleFound(trx, deps, { provider, fact, found }), {
    turn: found.order_id,
  });
}

async function settleFound(
  trx: Transaction<Tables>,
  deps: SettleDeps,
  { provider, fact, found }: { readonly provider: string; readonly fact: PaymentFact; readonly found: FoundAttempt },
): Promise<Settled> {
  const order = await lockOrder(trx, found.order_id);
  if (!order) return 'unknown';
  const [attempt] = await recordFact(trx, {
    provider,
    dedupKey: fact.dedupKey,
    orderId: order.order_id,
    event: JSON.stringify(fact),
    attemptId: found.attempt_id,
  });
  if (!attempt) throw new Error(`The attempt ${found.attempt_id} is gone.`);
  if (!attempt.is_new) return 'no change';
  const outcome = await apply(trx, deps, { provider, fact: sayAmount(fact, attempt), attempt, order });
  if (outcome !== 'applied')
    await trx
      .updateTable('payment_inbox')
      .set({ outcome })
      .where('provider', '=', provider)
      .where('dedup_key', '=', fact.dedupKey)
      .execute();
  return outcome;
}

async function findAttempt(
  db: Kysely<Tables>,
  provider: string,
  { attemptId, providerPaymentId, dedupKey }: PaymentFact,
): Promise<FoundAttempt | undefined> {
  if (attemptId !== undefined) return (await findByAttempt(db, { provider, dedupKey, attemptId }))[0];
  return providerPaymentId === undefined
    ? undefined
    : (await findByPayment(db, { provider, dedupKey, providerPaymentId }))[0];
}

interface ProvedFact {
  readonly provider: string;
  readonly fact: PaymentFact;
  readonly attempt: AttemptRow;
  readonly order: LockedOrder;
}

async function apply(
  trx: Transaction<Tables>,
  deps: SettleDeps,
  proved: ProvedFact,
): Promise<'applied' | 'no change' | 'anomaly'> {
  const { fact, attempt, order } = proved;
  const wrong = findMismatch(proved, deps.takesTestMoney);
  if (wrong !== undefined) {
    const { provider } = proved;
    deps.log.error(
      { provider, orderId: order.order_id, wrong },
      'Money does not fit its order: an operator has to look.',
    );
    await addOrderEvent(trx, order.order_id, 'anomaly', { wrong });
    return 'anomaly';
  }
  const line = {
    provider: proved.provider,
    attempt: attempt.number,
    ...(fact.amountMinor !== undefined && { amountMinor: fact.amountMinor }),
  };
  const isNew = isEnd(fact) ? await endAttempt(trx, fact, attempt, line) : await addToLedger(trx, proved, line);
  if (!isNew) return 'no change';
  if (fact.kind === 'refund-failed')
    deps.log.error(
      { provider: proved.provider, orderId: order.order_id, transactionId: fact.transactionId },
      'Money that was on its way back has come back to us: an operator has to look.',
    );
  if (fact.kind === 'dispute-won' || fact.kind === 'dispute-lost') await noteTurn(trx, deps, proved, fact.kind);
  await followOrder(trx, order, deps);
  if (fact.kind === 'paid') await deps.sendFinish?.(trx, proved.provider, attempt.attempt_id);
  return 'applied';
}

/** What went back without an amount is all that was paid. */
const sayAmount = (fact: PaymentFact, { amount_minor: amountMinor, currency }: AttemptRow): PaymentFact =>
  ['refunded', 'refund-failed', 'dispute-lost'].includes(fact.kind) && fact.amountMinor === undefined
    ? { currency, ...fact, amountMinor }
    : fact;

// An appeal can turn either end into the other, and facts have no order: that a dispute was lost once undoes the order for good, and
// that both were told is for an operator, who sees at the provider which of them counts.
async function noteTurn(
  trx: Transaction<Tables>,
  { log, now }: SettleDeps,
  { provider, fact, order }: ProvedFact,
  kind: 'dispute-won' | 'dispute-lost',
): Promise<void> {
  const other = await trx
    .selectFrom('ledger')
    .select('kind')
    .where('provider', '=', provider)
    .where('transaction_id', '=', fact.transactionId ?? '')
    .where('kind', '=', kind === 'dispute-won' ? 'dispute-lost' : 'dispute-won')
    .executeTakeFirst();
  if (!other) return;
  const detail = `${other.kind} was told before: see at the provider which it is now; the order is undone either way`;
  const orderId = order.order_id;
  await noteDifference(
    { database: { kysely: trx }, log, now },
    { kind: 'dispute turned', provider, fact, orderId, detail },
  );
}

/** A mismatch never marks anything paid, and a name that the provider first had for an attempt stays. */
function findMismatch({ fact, attempt }: ProvedFact, takesTestMoney: boolean): string | undefined {
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
  line: Readonly<Record<string, unknown>>,
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
  await addOrderEvent(trx, attempt.order_id, eventKinds[kind], line);
  return true;
}

async function addToLedger(
  trx: Transaction<Tables>,
  proved: ProvedFact,
  line: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { provider, fact, attempt, order } = proved;
  const kind: LedgerKind = fact.kind === 'paid' ? 'charged' : (fact.kind as LedgerKind);
  if (fact.providerPaymentId !== undefined && attempt.provider_payment_id === null)
    await trx
      .updateTable('payment_attempts')
      .set({ provider_payment_id: fact.providerPaymentId })
      .where('attempt_id', '=', attempt.attempt_id)
      .execute();
  const rows = await insertLedgerRow(trx, {
    provider,
    transactionId: fact.transactionId,
    kind,
    orderId: order.order_id,
    attemptId: attempt.attempt_id,
    amountMinor: fact.amountMinor,
    currency: attempt.currency,
    ofExtra: kind === 'refunded' && (await isOfExtra(trx, proved)),
    chargeId: fact.chargeId ?? null,
    isTest: fact.isTest,
    event: eventKinds[fact.kind],
    detail: JSON.stringify(line),
  });
  if (rows.length > 0 && (kind === 'refunded' || kind === 'refund-failed')) await endRequest(trx, proved);
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

interface FoundAttempt {
  readonly attempt_id: string;
  readonly order_id: string;
  readonly game: string;
  /** What is said about it was said before. */
  readonly is_known: boolean;
}

const findByAttempt = defineStatement<{ provider: string; dedupKey: string; attemptId: string }, FoundAttempt>(
  (places) => `${selectAttempt(places)} and a.attempt_id = ${places.attemptId}`,
);

const findByPayment = defineStatement<{ provider: string; dedupKey: string; providerPaymentId: string }, FoundAttempt>(
  (places) => `${selectAttempt(places)} and a.provider_payment_id = ${places.providerPaymentId}`,
);

function selectAttempt({ provider, dedupKey }: { readonly provider: string; readonly dedupKey: string }): string {
  return `
    select a.attempt_id, a.order_id, o.game,
      exists (
        select from payment_inbox i
        where i.provider = ${provider} and i.dedup_key = ${dedupKey} and i.outcome <> 'quarantined'
      ) as is_known
    from payment_attempts a join orders o using (order_id)
    where a.provider = ${provider}`;
}

/** Records that a fact has come, and reads the attempt. What was kept while nobody knew the attempt counts now. */
const recordFact = defineStatement<
  { provider: string; dedupKey: string; orderId: string; event: string; attemptId: string },
  AttemptRow & { readonly is_new: boolean }
>(
  ({ provider, dedupKey, orderId, event, attemptId }) => `
  with recorded as (
    insert into payment_inbox (provider, dedup_key, order_id, outcome, event)
    values (${provider}, ${dedupKey}, ${orderId}, 'applied', ${event})
    on conflict (provider, dedup_key) do update set order_id = excluded.order_id, outcome = excluded.outcome
      where payment_inbox.outcome = 'quarantined'
    returning order_id
  )
  select ${attemptColumns}, exists (select from recorded) as is_new
  from payment_attempts where attempt_id = ${attemptId}`,
);

/** With the line about it. No row: it is there already. */
const insertLedgerRow = defineStatement<
  {
    provider: string;
    transactionId: string | undefined;
    kind: LedgerKind;
    orderId: string;
    attemptId: string;
    amountMinor: number | undefined;
    currency: string;
    ofExtra: boolean;
    chargeId: string | null;
    isTest: boolean;
    event: OrderEventKind;
    detail: string;
  },
  { readonly added: 1 }
>(
  (places) => `
  with added as (
    insert into ledger
      (provider, transaction_id, kind, order_id, attempt_id, amount_minor, currency, of_extra, charge_id, is_test)
    values (${places.provider}, ${places.transactionId}, ${places.kind}, ${places.orderId}, ${places.attemptId},
      ${places.amountMinor}, ${places.currency}, ${places.ofExtra}, ${places.chargeId}, ${places.isTest})
    on conflict do nothing
    returning order_id
  ), story as (
    insert into order_events (order_id, kind, detail) select order_id, ${places.event}, ${places.detail} from added
  )
  select 1 as added from added`,
);
