// Compares a provider's list of transactions with the ledger. Unknown events are applied as usual; discrepancies are
// recorded for an operator. A list alone never completes, undoes or refunds anything.
//
// - Only in the list: applied, or quarantined if it matches no order.
// - Only in the ledger: recorded after the provider was queried about that payment.
// - In both with different amounts: recorded.
// - Refunds that were accepted and have no result yet: their payment is checked.
import type { PaymentEvent } from '#model/payment-event.ts';
import { checkAttempt, readAttempt, applyPaymentEventWithChecks } from '../checks/check-attempt.ts';
import { recordMissingCharges } from './record-missing-charges.ts';
import { recordDiscrepancy } from '../payment-events/record-discrepancy.ts';
import type { ApplyPaymentEventResult } from '../payment-events/apply-payment-event.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { findProviderAccount, type ProviderAccount } from '../providers/provider-account.ts';
import { quarantineEvent } from '../webhooks/quarantine-event.ts';

/** Uses the settings of the portal or of one game. Throws if the list can't be read completely. */
export async function reconcileProviderRecords(
  deps: OrdersDeps,
  folder: string,
  game: string | undefined,
): Promise<void> {
  const provider = deps.providers.find((each) => each.folder === folder);
  if (!provider?.adapter.list && !provider?.adapter.listRefunds) return;
  const account = await findProviderAccount(deps, provider, game);
  if (!account) return;
  const to = new Date(deps.now().getTime() - delayMs);
  const from = new Date(to.getTime() - days * dayMs);
  const there = new Set<string>();
  for (let day = 0; day < days; day += 1) {
    const span = { from: new Date(from.getTime() + day * dayMs), to: new Date(from.getTime() + (day + 1) * dayMs) };
    const events = await account.listPayments(span);
    for (const event of events) if (event.kind === 'paid') there.add(event.transactionId ?? '');
    await settleUnknown(deps, account, [...events, ...(await account.listRefunds(span))]);
  }
  if (provider.adapter.list) await recordMissingCharges(deps, account, { from, to, there });
  await checkSlowRefunds(deps, account);
}

const dayMs = 24 * 3_600_000;
const days = 3;
// Webhooks about recent payments may still arrive, and some records lag by minutes.
const delayMs = 30 * 60_000;
const batchSize = 500;

async function settleUnknown(
  deps: OrdersDeps,
  account: ProviderAccount,
  events: readonly PaymentEvent[],
): Promise<void> {
  const { folder } = account.provider;
  const { owner } = account;
  for (let at = 0; at < events.length; at += batchSize) {
    const batch = events.slice(at, at + batchSize);
    const known = await readKnown(deps, account, batch);
    for (const event of batch) {
      const entry = known.get(makeKey(toLedgerKind(event), event.transactionId));
      const isOther = event.attemptId !== undefined && entry?.attempt_id !== event.attemptId;
      if (!entry || isOther) await applyListedEvent(deps, account, event);
      else if (!isSameMoney(entry, event))
        await recordDiscrepancy(deps, {
          kind: 'amount-mismatch',
          provider: folder,
          account: owner,
          event,
          orderId: entry.order_id,
        });
    }
  }
}

/** A refund without an amount is a full refund. */
const isSameMoney = (
  entry: { readonly amount_minor: number; readonly currency: string },
  { amountMinor = entry.amount_minor, currency = entry.currency }: PaymentEvent,
): boolean => entry.amount_minor === amountMinor && entry.currency === currency;

const toLedgerKind = ({ kind }: PaymentEvent): string => (kind === 'paid' ? 'charged' : kind);
const makeKey = (kind: string, transactionId: string | undefined): string => `${kind} ${transactionId}`;

async function readKnown(
  { database }: OrdersDeps,
  { provider: { folder }, owns }: ProviderAccount,
  events: readonly PaymentEvent[],
) {
  const ids = [...new Set(events.map(({ transactionId = '' }) => transactionId))];
  const rows = await database.kysely
    .selectFrom('ledger')
    .innerJoin('payment_attempts', 'payment_attempts.attempt_id', 'ledger.attempt_id')
    .innerJoin('orders', 'orders.order_id', 'ledger.order_id')
    .select(['ledger.kind', 'ledger.transaction_id', 'ledger.order_id', 'ledger.amount_minor', 'ledger.currency'])
    .select(['ledger.attempt_id', 'payment_attempts.account', 'payment_attempts.settings_hash', 'orders.game'])
    .where('ledger.provider', '=', folder)
    .where('ledger.transaction_id', 'in', ids)
    .execute();
  const known = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (await owns(row)) known.set(makeKey(row.kind, row.transaction_id), row);
  return known;
}

async function applyListedEvent(deps: OrdersDeps, account: ProviderAccount, event: PaymentEvent): Promise<void> {
  const { folder } = account.provider;
  const { owner } = account;
  const found = await findAttempt(deps, account, event);
  const settled = hasNoAmount(event)
    ? await checkEventWithoutAmount(deps, account, { event, attemptId: found?.attempt_id })
    : await applyPaymentEventWithChecks(deps, folder, event, account);
  if (settled === 'no-change') return;
  const orderId = found?.order_id;
  const difference = { provider: folder, account: owner, event };
  // The order's game has its own account at this provider; that account's reconciliation applies the event.
  if (settled === 'unknown' && orderId !== undefined) return;
  if (settled === 'unknown') await quarantineEvent(deps, account, event);
  const kind = ({ applied: 'applied-late', anomaly: 'mismatch', unknown: 'unknown-order' } as const)[settled];
  await recordDiscrepancy(deps, { kind, ...difference, orderId });
}

const hasNoAmount = ({ kind, amountMinor }: PaymentEvent): boolean => kind === 'paid' && amountMinor === undefined;

async function checkEventWithoutAmount(
  deps: OrdersDeps,
  account: ProviderAccount,
  { event, attemptId }: { readonly event: PaymentEvent; readonly attemptId: string | undefined },
): Promise<ApplyPaymentEventResult> {
  const found = attemptId === undefined ? undefined : await readAttempt(deps, attemptId);
  if (attemptId === undefined || !found) return 'unknown';
  if (!(await account.owns({ ...found.attempt, game: found.game }))) return 'unknown';
  await checkAttempt(deps, attemptId, { account });
  const known = await readKnown(deps, account, [event]);
  return known.size > 0 ? 'applied' : 'anomaly';
}

/** An attempt named by our id may belong to another account; one named by the provider's id may not. */
async function findAttempt(
  { database }: OrdersDeps,
  { provider: { folder }, owns }: ProviderAccount,
  { attemptId, providerPaymentId }: PaymentEvent,
): Promise<{ readonly order_id: string; readonly attempt_id: string } | undefined> {
  const named = await database.kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .select(['payment_attempts.order_id', 'attempt_id', 'account', 'settings_hash', 'orders.game'])
    .where('provider', '=', folder)
    .where((eb) =>
      attemptId === undefined
        ? eb('provider_payment_id', '=', providerPaymentId ?? '')
        : eb('attempt_id', '=', attemptId),
    )
    .execute();
  for (const each of named) if (attemptId !== undefined || (await owns(each))) return each;
  return undefined;
}

/** The webhook with their result may be lost. */
async function checkSlowRefunds(deps: OrdersDeps, account: ProviderAccount): Promise<void> {
  const slow = await deps.database.kysely
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.attempt_id', 'refunds.attempt_id')
    .innerJoin('orders', 'orders.order_id', 'refunds.order_id')
    .select(['refunds.attempt_id', 'orders.game', 'payment_attempts.account', 'payment_attempts.settings_hash'])
    .distinct()
    .where('refunds.state', '=', 'sent')
    .where('payment_attempts.provider', '=', account.provider.folder)
    .limit(maxSlow)
    .execute();
  for (const refund of slow) {
    const { attempt_id: attemptId } = refund;
    if (!(await account.owns(refund))) continue;
    try {
      await checkAttempt(deps, attemptId);
    } catch (error) {
      deps.log.warn({ err: error, attemptId }, 'Reading a payment with a pending refund failed; retrying tomorrow.');
    }
  }
}

const maxSlow = 500;
