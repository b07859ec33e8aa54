// Fetches the provider's records of an attempt and applies the payment events in them. Orders reach the right status
// even if webhooks are lost or the browser's hints are wrong.
//
// Before a refund that was not requested here, the records of the order's earlier payments are fetched: if one of them
// paid the order, the refunded one was an overpayment, whatever webhook arrives first.
import { sql, type Kysely } from 'kysely';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { Tables } from '#server/db/tables.ts';
import { openAttempt } from '../attempts/open-attempt.ts';
import { resolveAttempt } from '../payment-events/resolve-attempt.ts';
import { applyPaymentEvent, type ApplyPaymentEventResult } from '../payment-events/apply-payment-event.ts';
import type { AttemptRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import {
  requireAttemptAccount,
  requireProvider,
  type PaymentEventSender,
  type StoredAccountReference,
  type ProviderAccount,
} from '../providers/provider-account.ts';

export interface AttemptCheckOptions {
  /** Cancels an open payment first, if the provider allows it. */
  readonly cancel?: boolean;
  readonly account?: ProviderAccount;
}

/**
 * At most one fetch per attempt at a time. A call during a fetch waits for a new one. Throws if the records can't be
 * fetched.
 */
export function checkAttempt(deps: OrdersDeps, attemptId: string, options: AttemptCheckOptions = {}): Promise<void> {
  // A check that cancels the payment is separate from one that doesn't.
  return deps.reading(options.cancel ? `${attemptId} cancel` : attemptId, checkNow, deps, attemptId, options);
}

async function checkNow(deps: OrdersDeps, attemptId: string, options: AttemptCheckOptions): Promise<void> {
  const records = await fetchProviderRecords(deps, attemptId, options);
  if (!records) return;
  for (const event of records.events) await applyPaymentEventWithChecks(deps, records.provider, event, records.source);
}

/** Checks now, or schedules a check for when the pause since the last one is over. */
export async function checkAttemptSoon(deps: OrdersDeps, attempt: AttemptRow, account: ProviderAccount): Promise<void> {
  const now = deps.now();
  const claimed = await deps.database.kysely
    .updateTable('payment_attempts')
    .set({ checked_at: now })
    .where('attempt_id', '=', attempt.attempt_id)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', new Date(now.getTime() - pauseMs))]))
    .executeTakeFirst();
  if (claimed.numUpdatedRows > 0n) return checkAttempt(deps, attempt.attempt_id, { account });
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

export async function applyPaymentEventWithChecks(
  deps: OrdersDeps,
  provider: string,
  proved: PaymentEvent,
  source: PaymentEventSender,
): Promise<ApplyPaymentEventResult> {
  if (!isRefundByHand(proved)) return applyPaymentEvent(deps, provider, proved, source);
  const { kysely } = deps.database;
  const refund = await resolveAttempt(kysely, provider, proved, source.owner);
  for (const earlier of await findUnreadBefore(kysely, provider, refund))
    if (await source.owns(earlier)) await checkEarlierAttempt(deps, earlier.attempt_id);
  return applyPaymentEvent(deps, provider, refund, source);
}

const isRefundByHand = ({ kind, refundId, isOverpayment }: PaymentEvent): boolean =>
  kind === 'refunded' && refundId === undefined && isOverpayment === undefined;

async function checkEarlierAttempt(deps: OrdersDeps, attemptId: string): Promise<void> {
  try {
    await deps.reading(attemptId, applyProviderRecords, deps, attemptId);
  } catch (error) {
    deps.log.warn({ err: error, attemptId }, 'Reading a payment at the provider failed; the stored state is used.');
  }
}

async function applyProviderRecords(deps: OrdersDeps, attemptId: string): Promise<void> {
  const records = await fetchProviderRecords(deps, attemptId, {});
  if (!records) return;
  for (const event of records.events) await applyPaymentEvent(deps, records.provider, event, records.source);
}

/**
 * Earlier attempts of the order that may be paid without our knowledge, with the account of the refunded attempt. Empty
 * if they can no longer change the result.
 */
async function findUnreadBefore(
  db: Kysely<Tables>,
  provider: string,
  { attemptId, providerPaymentId, transactionId }: PaymentEvent,
): Promise<readonly (StoredAccountReference & { readonly attempt_id: string })[]> {
  if (attemptId === undefined && providerPaymentId === undefined) return [];
  const isMeant =
    attemptId === undefined ? sql`a.provider_payment_id = ${providerPaymentId}` : sql`a.attempt_id = ${attemptId}`;
  const { rows } = await sql<StoredAccountReference & { attempt_id: string }>`
    select earlier.attempt_id, a.account, a.settings_hash, orders.game
    from payment_attempts a join orders using (order_id) join payment_attempts earlier using (order_id)
    where a.provider = ${provider} and ${isMeant} and orders.status <> 'CancelledPaid'
      and earlier.number < a.number and earlier.state in ('creating', 'open')
      and not exists (select from ledger where ledger.attempt_id = earlier.attempt_id and ledger.kind = 'charged')
      and not exists (
        select from ledger where ledger.attempt_id = a.attempt_id and transaction_id = ${transactionId ?? ''}
      )
    order by earlier.number`.execute(db);
  return rows;
}

interface Records {
  readonly provider: string;
  readonly source: PaymentEventSender;
  readonly events: readonly PaymentEvent[];
}

async function fetchProviderRecords(
  deps: OrdersDeps,
  attemptId: string,
  options: AttemptCheckOptions,
): Promise<Records | undefined> {
  const found = await readAttempt(deps, attemptId);
  return found && fetchPaymentEvents(deps, found, options);
}

export interface AttemptDetails {
  readonly attempt: AttemptRow;
  readonly game: string;
  readonly orderExpiresAt: Date;
  readonly isCharged: boolean;
}

export async function readAttempt(
  { database: { kysely } }: OrdersDeps,
  attemptId: string,
): Promise<AttemptDetails | undefined> {
  const row = await kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select(['orders.game', 'orders.expires_at as order_expires_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('ledger')
            .select('ledger.kind')
            .whereRef('ledger.attempt_id', '=', 'payment_attempts.attempt_id')
            .where('ledger.kind', '=', 'charged'),
        )
        .as('is_charged'),
    )
    .where('payment_attempts.attempt_id', '=', attemptId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { game, order_expires_at: orderExpiresAt, is_charged: isCharged, ...attempt } = row;
  return { attempt, game, orderExpiresAt, isCharged: Boolean(isCharged) };
}

async function fetchPaymentEvents(
  deps: OrdersDeps,
  { attempt, game, orderExpiresAt, isCharged }: AttemptDetails,
  { cancel = false, account: known }: AttemptCheckOptions,
): Promise<Records | undefined> {
  const { provider: folder } = attempt;
  const { needsProviderId } = (known?.provider ?? requireProvider(deps, folder)).adapter;
  const isLate = orderExpiresAt <= deps.now();
  // The response to opening was lost. The call is repeated while the order can be paid, or if the provider has no other
  // way to find the payment. A payment opened too late is then cancelled.
  if (attempt.state === 'creating' && (!isLate || needsProviderId)) {
    await openAttempt(deps, attempt);
    const opened = await readAttempt(deps, attempt.attempt_id);
    if (opened?.attempt.state !== 'open') return undefined;
    return fetchPaymentEvents(deps, opened, { cancel: cancel || isLate, ...(known && { account: known }) });
  }
  // The provider never returned an id, so the buyer never had a page to pay on.
  if (attempt.provider_payment_id === null && needsProviderId) return undefined;
  const account = known ?? (await requireAttemptAccount(deps, attempt, game));
  if (cancel && attempt.state === 'open') {
    try {
      await account.cancelPayment(attempt);
    } catch (error) {
      deps.log.warn({ err: error, provider: folder }, 'Closing a payment failed; it will expire.');
    }
  }
  const { events, isOver, toConfirm } = await account.readPayment(attempt);
  if (toConfirm && attempt.awaits_return !== true)
    await deps.database.transaction((trx) =>
      deps.sendConfirmation(trx, { ...toConfirm, attemptId: attempt.attempt_id }),
    );
  await deps.database.kysely
    .updateTable('payment_attempts')
    .set({ checked_at: deps.now(), checks: sql<number>`checks + 1` })
    .where('attempt_id', '=', attempt.attempt_id)
    .execute();
  // A charged payment has not expired, whatever the records contain.
  if (!isOver || isCharged || events.some(({ kind }) => kind === 'paid'))
    return { provider: folder, source: account, events };
  const { attempt_id: attemptId } = attempt;
  const over = { kind: 'expired', dedupKey: `over ${attemptId}`, attemptId, isTest: false } as const;
  return { provider: folder, source: account, events: [...events, over] };
}
