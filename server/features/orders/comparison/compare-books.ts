// Lays a provider's own list of transactions beside the ledger: what we do not know is settled the one way there is, and what
// differs is written down for an operator. Nothing is completed, undone or sent back because of a list alone.
//
// - There and not here: it is settled, or kept where it fits no order.
// - Here and not there: the provider is asked about that very payment before it counts.
// - Here and there with other amounts.
// - Refunds that were taken on and of which no end is known: their payment is checked.
import type { PaymentFact } from '#model/payment-fact.ts';
import { checkAttempt, readAttempt, settleProved } from '../checks/check-attempt.ts';
import { findMissing } from './find-missing.ts';
import { noteDifference } from '../facts/note-difference.ts';
import type { Settled } from '../facts/settle-fact.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { findAccount, type ProviderAccount } from '../providers/provider-account.ts';
import { quarantine } from '../webhooks/quarantine.ts';

/** By the settings of the portal, or of one game. Throws when the list cannot be read to its end. */
export async function compareBooks(deps: OrdersDeps, folder: string, game: string | undefined): Promise<void> {
  const provider = deps.providers.find((each) => each.folder === folder);
  if (!provider?.half.list && !provider?.half.listReturns) return;
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
  if (provider.half.list) await findMissing(deps, account, { from, to, there });
  await checkSlowRefunds(deps, account);
}

const dayMs = 24 * 3_600_000;
const days = 3;
// A webhook about what has just happened is still on its way, and some books are minutes behind.
const delayMs = 30 * 60_000;
const batchSize = 500;

async function settleUnknown(deps: OrdersDeps, account: ProviderAccount, facts: readonly PaymentFact[]): Promise<void> {
  const { folder } = account.provider;
  for (let at = 0; at < facts.length; at += batchSize) {
    const batch = facts.slice(at, at + batchSize);
    const known = await readKnown(deps, folder, batch);
    for (const fact of batch) {
      const entry = known.get(makeKey(toLedgerKind(fact), fact.transactionId));
      if (!entry) await settleOne(deps, account, fact);
      else if (!isSameMoney(entry, fact))
        await noteDifference(deps, { kind: 'other amount', provider: folder, fact, orderId: entry.order_id });
    }
  }
}

/** What went back without an amount is all of it. */
const isSameMoney = (
  entry: { readonly amount_minor: number; readonly currency: string },
  { amountMinor = entry.amount_minor, currency = entry.currency }: PaymentFact,
): boolean => entry.amount_minor === amountMinor && entry.currency === currency;

const toLedgerKind = ({ kind }: PaymentFact): string => (kind === 'paid' ? 'charged' : kind);
const makeKey = (kind: string, transactionId: string | undefined): string => `${kind} ${transactionId}`;

async function readKnown({ database }: OrdersDeps, folder: string, facts: readonly PaymentFact[]) {
  const ids = [...new Set(facts.map(({ transactionId = '' }) => transactionId))];
  const rows = await database.kysely
    .selectFrom('ledger')
    .select(['kind', 'transaction_id', 'order_id', 'amount_minor', 'currency'])
    .where('provider', '=', folder)
    .where('transaction_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [makeKey(row.kind, row.transaction_id), row]));
}

async function settleOne(deps: OrdersDeps, account: ProviderAccount, fact: PaymentFact): Promise<void> {
  const { folder } = account.provider;
  const found = await findAttempt(deps, folder, fact);
  const settled = isUntold(fact)
    ? await readUntold(deps, account, { fact, attemptId: found?.attempt_id })
    : await settleProved(deps, folder, fact, account.isOf);
  if (settled === 'no change') return;
  const orderId = found?.order_id;
  if (settled === 'applied') return noteDifference(deps, { kind: 'heard late', provider: folder, fact, orderId });
  if (settled === 'anomaly') return noteDifference(deps, { kind: 'does not fit', provider: folder, fact, orderId });
  // Of a game with settings of its own at the same provider: those settle it.
  if (orderId !== undefined) return;
  await quarantine(deps, folder, fact);
  await noteDifference(deps, { kind: 'no order', provider: folder, fact });
}

/** The list does not tell how much was paid: the payment itself does. */
const isUntold = ({ kind, amountMinor }: PaymentFact): boolean => kind === 'paid' && amountMinor === undefined;

async function readUntold(
  deps: OrdersDeps,
  account: ProviderAccount,
  { fact, attemptId }: { readonly fact: PaymentFact; readonly attemptId: string | undefined },
): Promise<Settled> {
  const found = attemptId === undefined ? undefined : await readAttempt(deps, attemptId);
  if (attemptId === undefined || !found || !(await account.isOf(found.game))) return 'unknown';
  await checkAttempt(deps, attemptId, { account });
  const known = await readKnown(deps, account.provider.folder, [fact]);
  return known.size > 0 ? 'applied' : 'anomaly';
}

const findAttempt = (
  { database }: OrdersDeps,
  folder: string,
  { attemptId, providerPaymentId }: PaymentFact,
): Promise<{ readonly order_id: string; readonly attempt_id: string } | undefined> =>
  database.kysely
    .selectFrom('payment_attempts')
    .select(['order_id', 'attempt_id'])
    .where('provider', '=', folder)
    .where((eb) =>
      attemptId === undefined
        ? eb('provider_payment_id', '=', providerPaymentId ?? '')
        : eb('attempt_id', '=', attemptId),
    )
    .executeTakeFirst();

/** The webhook about their end may be lost. */
async function checkSlowRefunds(deps: OrdersDeps, account: ProviderAccount): Promise<void> {
  const slow = await deps.database.kysely
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.attempt_id', 'refunds.attempt_id')
    .innerJoin('orders', 'orders.order_id', 'refunds.order_id')
    .select(['refunds.attempt_id', 'orders.game'])
    .distinct()
    .where('refunds.state', '=', 'sent')
    .where('payment_attempts.provider', '=', account.provider.folder)
    .limit(mostSlow)
    .execute();
  for (const { attempt_id: attemptId, game } of slow) {
    if (!(await account.isOf(game))) continue;
    try {
      await checkAttempt(deps, attemptId);
    } catch (error) {
      deps.log.warn({ err: error, attemptId }, 'A payment with a refund on its way could not be read; tomorrow again.');
    }
  }
}

const mostSlow = 500;
