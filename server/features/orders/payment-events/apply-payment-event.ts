// The only code that applies a provider's payment event to an order: deduplicates it, locks the order, writes the
// ledger and derives the status, in one transaction. Repeated webhooks change nothing. Providers get their response
// only after this.
import { sql, type Kysely, type Transaction } from 'kysely';
import type { OrderEventKind } from '#model/order-history.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { LedgerEntryType } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import { resolveAttempt } from './resolve-attempt.ts';
import {
  findTransactionConflict,
  reportTransactionConflict,
  reportReversedDispute,
  type TransactionConflict,
  type MatchedPaymentEvent,
} from './report-anomalies.ts';
import { recomputeOrder, lockOrder, type RecomputeDeps } from './recompute-order.ts';
import { closeRefundRequest, isOverpaymentRefund } from '../refunds/match-refund.ts';
import { addOrderEvent } from './order-events.ts';
import { attemptColumnsSql, type AttemptRow } from '../order-rows.ts';
import type { PaymentEventSender, StoredAccountReference } from '../providers/provider-account.ts';

export interface ApplyPaymentEventDeps extends RecomputeDeps {
  readonly database: Database;
  readonly log: Log;
  /** Whether test payments count: on a developer's machine and in tests, never in production. */
  readonly takesTestMoney: boolean;
  /**
   * Enqueues confirming the granted purchase to the provider, in the same transaction. Absent if no provider needs it.
   */
  readonly sendFinish?: (trx: Transaction<Tables>, provider: string, attemptId: string) => Promise<void>;
}

export type ApplyPaymentEventResult =
  | 'applied'
  /** Known already, or without consequence. */
  | 'no-change'
  /** It doesn't match the order: stored for an operator, otherwise ignored. */
  | 'anomaly'
  /** There is no such attempt, perhaps not yet. */
  | 'unknown';

export async function applyPaymentEvent(
  deps: ApplyPaymentEventDeps,
  provider: string,
  proved: PaymentEvent,
  source: PaymentEventSender,
): Promise<ApplyPaymentEventResult> {
  const event =
    proved.attemptId === undefined
      ? await resolveAttempt(deps.database.kysely, provider, proved, source.owner)
      : proved;
  // An attempt's account never changes, so settings are read before the lock.
  const found = await findAttempt(deps.database.kysely, provider, event, source);
  if (!found) return 'unknown';
  // Most webhooks arrive more than once: then no lock is needed.
  if (found.is_known) return 'no-change';
  const account = found.account ?? source.owner;
  return deps.database.transaction((trx) => applyToAttempt(trx, deps, { provider, account, event, found }), {
    exclusiveKey: found.order_id,
  });
}

interface FoundPaymentEvent {
  readonly provider: string;
  readonly account: string;
  readonly event: PaymentEvent;
  readonly found: FoundAttempt;
}

async function applyToAttempt(
  trx: Transaction<Tables>,
  deps: ApplyPaymentEventDeps,
  { provider, account, event, found }: FoundPaymentEvent,
): Promise<ApplyPaymentEventResult> {
  const order = await lockOrder(trx, found.order_id);
  if (!order) return 'unknown';
  const [attempt] = await recordEvent(trx, {
    provider,
    account,
    dedupKey: event.dedupKey,
    orderId: order.order_id,
    event: JSON.stringify(event),
    attemptId: found.attempt_id,
  });
  if (!attempt) throw new Error(`The attempt ${found.attempt_id} is gone.`);
  const proved = { provider, account, event: sayAmount(event, attempt), attempt, order };
  // The order is locked, so its own earlier event is visible here.
  if (!attempt.is_new)
    return attempt.known_order_id === order.order_id
      ? 'no-change'
      : reportTransactionConflict(trx, deps, proved, attempt.known_order_id);
  const outcome = await apply(trx, deps, proved);
  if (outcome !== 'applied')
    await trx
      .updateTable('payment_events')
      .set({ outcome })
      .where('provider', '=', provider)
      .where('account', '=', account)
      .where('dedup_key', '=', event.dedupKey)
      .execute();
  return outcome;
}

async function findAttempt(
  db: Kysely<Tables>,
  provider: string,
  { attemptId, providerPaymentId, chargeId, dedupKey }: PaymentEvent,
  { owner, owns }: PaymentEventSender,
): Promise<FoundAttempt | undefined> {
  const named =
    attemptId !== undefined
      ? await findByAttempt(db, { provider, owner, dedupKey, attemptId })
      : providerPaymentId !== undefined
        ? await findByPayment(db, { provider, owner, dedupKey, providerPaymentId })
        : [];
  // Other accounts may use the same id.
  for (const each of named) if (await owns(each)) return each;
  if (attemptId !== undefined || chargeId === undefined) return undefined;
  // Purchases that older releases claimed have no payment id, but their charge is known.
  for (const each of await findByCharge(db, { provider, owner, dedupKey, chargeId })) if (await owns(each)) return each;
  return undefined;
}

async function apply(
  trx: Transaction<Tables>,
  deps: ApplyPaymentEventDeps,
  proved: MatchedPaymentEvent,
): Promise<'applied' | 'no-change' | 'anomaly'> {
  const { event, attempt, order } = proved;
  const wrong = findMismatch(proved, deps.takesTestMoney);
  if (wrong !== undefined) {
    const { provider } = proved;
    deps.log.error({ provider, orderId: order.order_id, wrong }, 'A payment does not match its order. Please check.');
    await addOrderEvent(trx, order.order_id, 'anomaly', { wrong });
    return 'anomaly';
  }
  const line = {
    provider: proved.provider,
    attempt: attempt.number,
    ...(event.amountMinor !== undefined && { amountMinor: event.amountMinor }),
  };
  const added = isEnd(event) ? await endAttempt(trx, proved, event, line) : await addToLedger(trx, proved, line);
  if (typeof added === 'object') return reportTransactionConflict(trx, deps, proved, added.otherOrder);
  if (!added) return 'no-change';
  if (event.kind === 'refund-failed')
    deps.log.error(
      { provider: proved.provider, orderId: order.order_id, transactionId: event.transactionId },
      'Refunded money was returned to us. Please check.',
    );
  if (event.kind === 'dispute-won' || event.kind === 'dispute-lost')
    await reportReversedDispute(trx, deps, proved, event.kind);
  await recomputeOrder(trx, order, deps);
  if (event.kind === 'paid') await deps.sendFinish?.(trx, proved.provider, attempt.attempt_id);
  return 'applied';
}

/** A refund without an amount is a full refund. */
const sayAmount = (event: PaymentEvent, { amount_minor: amountMinor, currency }: AttemptRow): PaymentEvent =>
  ['refunded', 'refund-failed', 'dispute-lost'].includes(event.kind) && event.amountMinor === undefined
    ? { currency, ...event, amountMinor }
    : event;

/** An event that doesn't match never marks an order paid. The first payment id of an attempt stays. */
function findMismatch({ event, attempt }: MatchedPaymentEvent, takesTestMoney: boolean): string | undefined {
  const { kind, providerPaymentId, transactionId, amountMinor, currency, isTest } = event;
  if (
    providerPaymentId !== undefined &&
    attempt.provider_payment_id !== null &&
    providerPaymentId !== attempt.provider_payment_id
  )
    return 'the provider calls this attempt by another name than before';
  if (isTest && !takesTestMoney) return 'it is test money';
  if (isEnd(event)) return undefined;
  if (transactionId === undefined || amountMinor === undefined) return 'it names no transaction or no amount';
  if (currency !== attempt.currency) return `it is in ${currency ?? 'no currency'} and not in ${attempt.currency}`;
  if (kind === 'paid' && amountMinor !== attempt.amount_minor)
    return `it is ${amountMinor} and not ${attempt.amount_minor} minor units`;
  return amountMinor > attempt.amount_minor ? 'it is more than the order costs' : undefined;
}

type End = 'failed' | 'expired';
const isEnd = (event: PaymentEvent): event is PaymentEvent & { kind: End } =>
  event.kind === 'failed' || event.kind === 'expired';

async function endAttempt(
  trx: Transaction<Tables>,
  proved: MatchedPaymentEvent,
  { kind, providerPaymentId }: PaymentEvent & { kind: End },
  line: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { attempt } = proved;
  const { numUpdatedRows } = await trx
    .updateTable('payment_attempts')
    .set({
      state: kind,
      provider_payment_id: sql<string | null>`coalesce(
        provider_payment_id, case when ${isFreeName(proved, providerPaymentId ?? '')} then ${providerPaymentId ?? null} end
      )`,
      // The request to the provider will not be repeated.
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
  proved: MatchedPaymentEvent,
  line: Readonly<Record<string, unknown>>,
): Promise<boolean | TransactionConflict> {
  const { provider, account, event, attempt, order } = proved;
  const kind: LedgerEntryType = event.kind === 'paid' ? 'charged' : (event.kind as LedgerEntryType);
  if (event.providerPaymentId !== undefined && attempt.provider_payment_id === null) {
    const { numUpdatedRows } = await trx
      .updateTable('payment_attempts')
      .set({ provider_payment_id: event.providerPaymentId })
      .where('attempt_id', '=', attempt.attempt_id)
      .where(isFreeName(proved, event.providerPaymentId))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { otherOrder: null };
  }
  const rows = await insertLedgerRow(trx, {
    provider,
    account,
    transactionId: event.transactionId,
    kind,
    orderId: order.order_id,
    attemptId: attempt.attempt_id,
    amountMinor: event.amountMinor,
    currency: attempt.currency,
    isOverpayment: kind === 'refunded' && (await isOverpaymentRefund(trx, proved)),
    chargeId: event.chargeId ?? null,
    isTest: event.isTest,
    evidenceDueAt: event.evidenceDueAt ?? null,
    event: eventKinds[event.kind],
    detail: JSON.stringify(line),
  });
  if (rows.length === 0) return findTransactionConflict(trx, proved, kind);
  if (kind === 'refunded' || kind === 'refund-failed') await closeRefundRequest(trx, proved);
  return true;
}

const isFreeName = ({ provider, account, attempt }: MatchedPaymentEvent, name: string) => sql<boolean>`not exists (
    select from payment_attempts other
    where other.provider = ${provider} and other.provider_payment_id = ${name} and other.account = ${account}
      and other.attempt_id <> ${attempt.attempt_id}
  )`;

const eventKinds: Readonly<Record<PaymentEvent['kind'], OrderEventKind>> = {
  paid: 'paid',
  failed: 'payment-ended',
  expired: 'payment-ended',
  refunded: 'refunded',
  'refund-failed': 'refund-failed',
  disputed: 'disputed',
  'dispute-lost': 'dispute-lost',
  'dispute-won': 'dispute-won',
};

interface FoundAttempt extends StoredAccountReference {
  readonly attempt_id: string;
  readonly order_id: string;
  readonly is_known: boolean;
}

interface NamedEvent {
  provider: string;
  owner: string;
  dedupKey: string;
}

const findByAttempt = defineStatement<NamedEvent & { attemptId: string }, FoundAttempt>(
  (places) => `${selectAttempt(places)} and a.attempt_id = ${places.attemptId}`,
);

const findByPayment = defineStatement<NamedEvent & { providerPaymentId: string }, FoundAttempt>(
  (places) => `${selectAttempt(places)} and a.provider_payment_id = ${places.providerPaymentId}`,
);

const findByCharge = defineStatement<NamedEvent & { chargeId: string }, FoundAttempt>(
  (places) => `${selectAttempt(places)} and a.attempt_id in (
    select l.attempt_id from ledger l
    where l.provider = ${places.provider} and l.transaction_id = ${places.chargeId} and l.kind = 'charged'
  )`,
);

function selectAttempt({ provider, owner, dedupKey }: Readonly<NamedEvent>): string {
  return `
    select a.attempt_id, a.order_id, a.account, a.settings_hash, o.game,
      exists (
        select from payment_events e
        where e.provider = ${provider} and e.account = coalesce(a.account, ${owner}) and e.dedup_key = ${dedupKey}
          and e.order_id = a.order_id and e.outcome <> 'quarantined'
      ) as is_known
    from payment_attempts a join orders o using (order_id)
    where a.provider = ${provider}`;
}

/**
 * Records the event and reads the attempt. An event that was quarantined while the attempt was unknown counts now.
 * `known_order_id` is the order to which the same event was applied before.
 */
const recordEvent = defineStatement<
  { provider: string; account: string; dedupKey: string; orderId: string; event: string; attemptId: string },
  AttemptRow & { readonly is_new: boolean; readonly known_order_id: string | null }
>(
  ({ provider, account, dedupKey, orderId, event, attemptId }) => `
  with recorded as (
    insert into payment_events (provider, account, dedup_key, order_id, outcome, event)
    values (${provider}, ${account}, ${dedupKey}, ${orderId}, 'applied', ${event})
    on conflict (provider, account, dedup_key) do update
      set order_id = excluded.order_id, outcome = excluded.outcome, event = excluded.event
      where payment_events.outcome = 'quarantined'
    returning order_id
  )
  select ${attemptColumnsSql}, exists (select from recorded) as is_new,
    (
      select e.order_id from payment_events e
      where e.provider = ${provider} and e.account = ${account} and e.dedup_key = ${dedupKey}
    ) as known_order_id
  from payment_attempts where attempt_id = ${attemptId}`,
);

const insertLedgerRow = defineStatement<
  {
    provider: string;
    account: string;
    transactionId: string | undefined;
    kind: LedgerEntryType;
    orderId: string;
    attemptId: string;
    amountMinor: number | undefined;
    currency: string;
    isOverpayment: boolean;
    chargeId: string | null;
    isTest: boolean;
    evidenceDueAt: string | null;
    event: OrderEventKind;
    detail: string;
  },
  { readonly added: 1 }
>(
  (places) => `
  with added as (
    insert into ledger
      (provider, account, transaction_id, kind, order_id, attempt_id, amount_minor, currency, is_overpayment, charge_id, is_test,
       evidence_due_at)
    values (${places.provider}, ${places.account}, ${places.transactionId}, ${places.kind}, ${places.orderId}, ${places.attemptId},
      ${places.amountMinor}, ${places.currency}, ${places.isOverpayment}, ${places.chargeId}, ${places.isTest},
      ${places.evidenceDueAt}::timestamptz)
    on conflict do nothing
    returning order_id
  ), story as (
    insert into order_events (order_id, kind, detail) select order_id, ${places.event}, ${places.detail} from added
  )
  select 1 as added from added`,
);
