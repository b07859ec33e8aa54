// The provider's own records are read about an attempt, and what they prove is settled; so is what a webhook or a list proves. Nobody's
// word is needed for it: webhooks may be lost, hints may lie, and an order ends right all the same.
//
// Before a refund that nobody here has asked for, the records are read about the order's earlier payments: where one of them pays the
// order, this one was paid twice, and a webhook that is still on its way must not decide about that.
import { sql, type Kysely } from 'kysely';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { Tables } from '#server/db/tables.ts';
import { openAttempt } from '../attempts/open-attempt.ts';
import { resolveAttempt } from '../payment-events/resolve-attempt.ts';
import { applyPaymentEvent, type Settled } from '../payment-events/apply-payment-event.ts';
import type { AttemptRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import {
  requireAttemptAccount,
  requireProvider,
  type EventSource,
  type PaymentOrigin,
  type ProviderAccount,
} from '../providers/provider-account.ts';

export interface CheckOptions {
  /** What is open is closed first, as far as the provider lets one. */
  readonly cancel?: boolean;
  /** The one of the attempt, where the caller has it already. */
  readonly account?: ProviderAccount;
}

/** One reading at a time, which begins after it was asked for. Throws when the records cannot be read. */
export function checkAttempt(deps: OrdersDeps, attemptId: string, options: CheckOptions = {}): Promise<void> {
  // A reading that closes the payment is not the same as one that does not.
  return deps.reading(options.cancel ? `${attemptId} cancel` : attemptId, checkNow, deps, attemptId, options);
}

async function checkNow(deps: OrdersDeps, attemptId: string, options: CheckOptions): Promise<void> {
  const records = await fetchProviderRecords(deps, attemptId, options);
  if (!records) return;
  for (const fact of records.facts) await applyPaymentEvents(deps, records.provider, fact, records.source);
}

/** Now, or when the pause since the last check is over: whoever brings word of a change must not be forgotten. */
export async function checkSoon(deps: OrdersDeps, attempt: AttemptRow, account: ProviderAccount): Promise<void> {
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

/** What a provider has proved, by whatever way it came. */
export async function applyPaymentEvents(
  deps: OrdersDeps,
  provider: string,
  proved: PaymentEvent,
  source: EventSource,
): Promise<Settled> {
  if (!isRefundByHand(proved)) return applyPaymentEvent(deps, provider, proved, source);
  const { kysely } = deps.database;
  const refund = await resolveAttempt(kysely, provider, proved, source.owner);
  for (const earlier of await findUnreadBefore(kysely, provider, refund))
    if (await source.owns(earlier)) await settleEarlier(deps, earlier.attempt_id);
  return applyPaymentEvent(deps, provider, refund, source);
}

const isRefundByHand = ({ kind, refundId, isOverpayment }: PaymentEvent): boolean =>
  kind === 'refunded' && refundId === undefined && isOverpayment === undefined;

/** The earliest comes first, so that nothing before it is left to be read. */
async function settleEarlier(deps: OrdersDeps, attemptId: string): Promise<void> {
  try {
    await deps.reading(attemptId, settleRecords, deps, attemptId);
  } catch (error) {
    deps.log.warn({ err: error, attemptId }, 'The records could not be read about a payment; what is known decides.');
  }
}

async function settleRecords(deps: OrdersDeps, attemptId: string): Promise<void> {
  const records = await fetchProviderRecords(deps, attemptId, {});
  if (!records) return;
  for (const fact of records.facts) await applyPaymentEvent(deps, records.provider, fact, records.source);
}

/**
 * Earlier attempts that may have been paid without our knowing, with the account of the attempt that is meant; none where nothing can
 * change any more.
 */
async function findUnreadBefore(
  db: Kysely<Tables>,
  provider: string,
  { attemptId, providerPaymentId, transactionId }: PaymentEvent,
): Promise<readonly (PaymentOrigin & { readonly attempt_id: string })[]> {
  if (attemptId === undefined && providerPaymentId === undefined) return [];
  const isMeant =
    attemptId === undefined ? sql`a.provider_payment_id = ${providerPaymentId}` : sql`a.attempt_id = ${attemptId}`;
  const { rows } = await sql<PaymentOrigin & { attempt_id: string }>`
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
  /** The folder of the provider. */
  readonly provider: string;
  readonly source: EventSource;
  readonly facts: readonly PaymentEvent[];
}

/** What the records say, as facts; nothing is settled here. Throws when they cannot be read. */
async function fetchProviderRecords(
  deps: OrdersDeps,
  attemptId: string,
  options: CheckOptions,
): Promise<Records | undefined> {
  const found = await readAttempt(deps, attemptId);
  return found && readFacts(deps, found, options);
}

export interface FoundAttempt {
  readonly attempt: AttemptRow;
  readonly game: string;
  readonly orderExpiresAt: Date;
  readonly isCharged: boolean;
}

/** Undefined: there is no such attempt. */
export async function readAttempt(
  { database: { kysely } }: OrdersDeps,
  attemptId: string,
): Promise<FoundAttempt | undefined> {
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

async function readFacts(
  deps: OrdersDeps,
  { attempt, game, orderExpiresAt, isCharged }: FoundAttempt,
  { cancel = false, account: known }: CheckOptions,
): Promise<Records | undefined> {
  const { provider: folder } = attempt;
  const { readsByName } = (known?.provider ?? requireProvider(deps, folder)).adapter;
  const isLate = orderExpiresAt <= deps.now();
  // The answer to opening it was lost: the same is asked again, while it can still be paid, or where nothing else tells whether it
  // is there. What nobody is to pay any more is closed.
  if (attempt.state === 'creating' && (!isLate || readsByName)) {
    await openAttempt(deps, attempt);
    const opened = await readAttempt(deps, attempt.attempt_id);
    if (opened?.attempt.state !== 'open') return undefined;
    return readFacts(deps, opened, { cancel: cancel || isLate, ...(known && { account: known }) });
  }
  // It has ended without a name there: nobody was ever given a way to pay it.
  if (attempt.provider_payment_id === null && readsByName) return undefined;
  const account = known ?? (await requireAttemptAccount(deps, attempt, game));
  if (cancel && attempt.state === 'open') {
    try {
      await account.cancelPayment(attempt);
    } catch (error) {
      deps.log.warn({ err: error, provider: folder }, 'A payment could not be closed; it ends by itself.');
    }
  }
  const { facts, isOver, toConfirm } = await account.readPayment(attempt);
  if (toConfirm)
    await deps.database.transaction((trx) =>
      deps.sendConfirmation(trx, { ...toConfirm, attemptId: attempt.attempt_id }),
    );
  await deps.database.kysely
    .updateTable('payment_attempts')
    .set({ checked_at: deps.now(), checks: sql<number>`checks + 1` })
    .where('attempt_id', '=', attempt.attempt_id)
    .execute();
  // What is charged is not over, whatever the records still have of it.
  if (!isOver || isCharged || facts.some(({ kind }) => kind === 'paid'))
    return { provider: folder, source: account, facts };
  const { attempt_id: attemptId } = attempt;
  const over = { kind: 'expired', dedupKey: `over ${attemptId}`, attemptId, isTest: false } as const;
  return { provider: folder, source: account, facts: [...facts, over] };
}
