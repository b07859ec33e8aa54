// Lays a provider's own list of transactions beside the ledger: what we do not know is settled the one way there is, and what
// differs is written down for an operator. Nothing is completed, undone or sent back because of a list alone.
//
// - There and not here: it is settled, or kept where it fits no order.
// - Here and not there: the provider is asked about that very payment before it counts.
// - Here and there with other amounts.
// - Refunds that were taken on and of which no end is known: their payment is checked.
import type { PaymentEvent } from '#model/payment-event.ts';
import { checkAttempt, readAttempt, applyPaymentEvents } from '../checks/check-attempt.ts';
import { findMissing } from './find-missing.ts';
import { recordDiscrepancy } from '../payment-events/record-discrepancy.ts';
import type { Settled } from '../payment-events/apply-payment-event.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { findAccount, type ProviderAccount } from '../providers/provider-account.ts';
import { quarantine } from '../webhooks/quarantine.ts';

/** By the settings of the portal, or of one game. Throws when the list cannot be read to its end. */
export async function reconcileProviderRecords(
  deps: OrdersDeps,
  folder: string,
  game: string | undefined,
): Promise<void> {
  const provider = deps.providers.find((each) => each.folder === folder);
  if (!provider?.adapter.list && !provider?.adapter.listReturns) return;
  const account = await findAccount(deps, provider, game);
  if (!account) return;
  const to = new Date(deps.now().getTime() - delayMs);
  const from = new Date(to.getTime() - days * dayMs);
  const there = new Set<string>();
  // A day at a time: a list has to end.
  for (let day = 0; day < days; day += 1) {
    const span = { from: new Date(from.getTime() + day * dayMs), to: new Date(from.getTime() + (day + 1) * dayMs) };
    const facts = await account.listPayments(span);
    for (const fact of facts) if (fact.kind === 'paid') there.add(fact.transactionId ?? '');
    await settleUnknown(deps, account, [...facts, ...(await account.listReturns(span))]);
  }
  // Who lists only what went back lacks all that was paid.
  if (provider.adapter.list) await findMissing(deps, account, { from, to, there });
  await checkSlowRefunds(deps, account);
}

const dayMs = 24 * 3_600_000;
const days = 3;
// A webhook about what has just happened is still on its way, and some records are minutes behind.
const delayMs = 30 * 60_000;
const batchSize = 500;

async function settleUnknown(
  deps: OrdersDeps,
  account: ProviderAccount,
  facts: readonly PaymentEvent[],
): Promise<void> {
  const { folder } = account.provider;
  const { owner } = account;
  for (let at = 0; at < facts.length; at += batchSize) {
    const batch = facts.slice(at, at + batchSize);
    const known = await readKnown(deps, account, batch);
    for (const fact of batch) {
      const entry = known.get(makeKey(toLedgerKind(fact), fact.transactionId));
      const isOther = fact.attemptId !== undefined && entry?.attempt_id !== fact.attemptId;
      if (!entry || isOther) await settleOne(deps, account, fact);
      else if (!isSameMoney(entry, fact))
        await recordDiscrepancy(deps, {
          kind: 'other amount',
          provider: folder,
          account: owner,
          fact,
          orderId: entry.order_id,
        });
    }
  }
}

/** What went back without an amount is all of it. */
const isSameMoney = (
  entry: { readonly amount_minor: number; readonly currency: string },
  { amountMinor = entry.amount_minor, currency = entry.currency }: PaymentEvent,
): boolean => entry.amount_minor === amountMinor && entry.currency === currency;

const toLedgerKind = ({ kind }: PaymentEvent): string => (kind === 'paid' ? 'charged' : kind);
const makeKey = (kind: string, transactionId: string | undefined): string => `${kind} ${transactionId}`;

async function readKnown(
  { database }: OrdersDeps,
  { provider: { folder }, owns }: ProviderAccount,
  facts: readonly PaymentEvent[],
) {
  const ids = [...new Set(facts.map(({ transactionId = '' }) => transactionId))];
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

async function settleOne(deps: OrdersDeps, account: ProviderAccount, fact: PaymentEvent): Promise<void> {
  const { folder } = account.provider;
  const { owner } = account;
  const found = await findAttempt(deps, account, fact);
  const settled = isUntold(fact)
    ? await readUntold(deps, account, { fact, attemptId: found?.attempt_id })
    : await applyPaymentEvents(deps, folder, fact, account);
  if (settled === 'no change') return;
  const orderId = found?.order_id;
  const difference = { provider: folder, account: owner, fact };
  // One of a game with settings of its own at the same provider is settled by those.
  if (settled === 'unknown' && orderId !== undefined) return;
  if (settled === 'unknown') await quarantine(deps, account, fact);
  const kind = ({ applied: 'heard late', anomaly: 'does not fit', unknown: 'no order' } as const)[settled];
  await recordDiscrepancy(deps, { kind, ...difference, orderId });
}

/** The list does not tell how much was paid: the payment itself does. */
const isUntold = ({ kind, amountMinor }: PaymentEvent): boolean => kind === 'paid' && amountMinor === undefined;

async function readUntold(
  deps: OrdersDeps,
  account: ProviderAccount,
  { fact, attemptId }: { readonly fact: PaymentEvent; readonly attemptId: string | undefined },
): Promise<Settled> {
  const found = attemptId === undefined ? undefined : await readAttempt(deps, attemptId);
  if (attemptId === undefined || !found) return 'unknown';
  if (!(await account.owns({ ...found.attempt, game: found.game }))) return 'unknown';
  await checkAttempt(deps, attemptId, { account });
  const known = await readKnown(deps, account, [fact]);
  return known.size > 0 ? 'applied' : 'anomaly';
}

/** One that the fact names by our id may be of another account; one that it names by the provider's number may not. */
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

/** The webhook about their end may be lost. */
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
      deps.log.warn({ err: error, attemptId }, 'A payment with a refund on its way could not be read; tomorrow again.');
    }
  }
}

const maxSlow = 500;
