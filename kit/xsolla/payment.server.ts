// What Xsolla proves about a payment, whether a webhook or its records tell it. A charge is its transaction; a whole refund and a dispute
// are one thing of it. The records are the search by the id that we gave: some minutes behind, so that nothing found proves nothing, and
// silent about parts that went back.
import { Type, type Static } from 'typebox';
import { fromDecimal } from '../decimal-amount.ts';
import { isUuid } from '../is-uuid.ts';
import { maybe, nullable } from '../nullable.ts';
import { readSpan } from '../read-span.server.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { KnownAttempt, Reading, Span } from '#model/payment-verbs.server.ts';
import type { PaymentEventSource } from '../payment-results.server.ts';
import { createClient, isDryRun, Transaction, type Host } from './client.server.ts';
import { xsollaAmount, xsollaCurrency, xsollaId } from './client.server.ts';

/** An amount as Xsolla writes it. */
export interface Amount {
  readonly amount: string | number;
  readonly currency: string;
}

/** Without an attempt it is somebody else's. */
export type About = PaymentEventSource & { readonly transactionId: string };

/** Of a refund or a dispute `name` tells it from the charge. `money` is undefined where it is not certain: an operator looks then. */
export function buildFact(
  kind: 'paid' | 'refunded' | 'disputed',
  money: Amount | undefined,
  { transactionId, ...source }: About,
  name?: string,
): PaymentEvent {
  // An amount that we could not have asked for is left out: without one nothing counts as paid, and an operator looks.
  const amountMinor = money && fromDecimal(money.amount, money.currency);
  return {
    kind,
    ...source,
    transactionId: name === undefined ? transactionId : `${transactionId}:${name}`,
    ...(kind === 'refunded' && { chargeId: transactionId }),
    ...(money && { currency: money.currency }),
    ...(amountMinor !== undefined && { amountMinor }),
  };
}

export const buildPaid = (money: Amount, about: About): PaymentEvent => buildFact('paid', money, about);
export const buildRefund = (money: Amount, about: About): PaymentEvent => buildFact('refunded', money, about, 'refund');

export async function readPayment({ attemptId, createdAt }: KnownAttempt, host: Host): Promise<Reading> {
  const found = await searchOne(host, createdAt, {
    external_id: attemptId,
    project_id: String(host.settings.ProjectId),
  });
  const facts = found
    .filter(({ transaction }) => transaction.external_id === attemptId && isOurs(transaction, host))
    .flatMap((each) => buildFacts(each, attemptId));
  // A token can be paid with until it ends, whatever failed before, and what it was used for may be paid much later.
  return { facts, isOver: facts.some(({ kind }) => kind === 'paid') };
}

/** What has become of one charge, for a refund that was refused: the records alone know whether it was ours. */
export async function readTransaction(
  { attemptId, transactionId, createdAt }: KnownAttempt & { readonly transactionId: string },
  host: Host,
): Promise<{ readonly isUnderWay: boolean; readonly facts: readonly PaymentEvent[] }> {
  const found = await searchOne(host, createdAt, { transaction_id: transactionId });
  const one = found.find(({ transaction }) => String(transaction.id) === transactionId);
  if (!one) return { isUnderWay: false, facts: [] };
  return { isUnderWay: readState(one) === 'refund asked', facts: buildFacts(one, attemptId) };
}

/** What a span of the records says of our payments. */
export async function listPayments(span: Span, host: Host): Promise<readonly PaymentEvent[]> {
  const query = { project_id: String(host.settings.ProjectId) };
  const found = await readSpan(span, {
    subject: 'transactions of Xsolla',
    pageSize,
    maxPages: 500,
    shortestMs: 2000,
    readPage: (fromMs, toMs) => search(host, fromMs, toMs, query),
    nameOf: ({ transaction }) => String(transaction.id),
  });
  return found.flatMap((each) => {
    const { external_id: attemptId } = each.transaction;
    return isUuid(attemptId) && isOurs(each.transaction, host) ? buildFacts(each, attemptId) : [];
  });
}

const dayMs = 24 * 3600_000;
const pageSize = 100;

/** A line of the records. */
const Found = Type.Object({
  transaction: Type.Object({
    ...Transaction.properties,
    status: Type.String(),
    transfer_date: maybe(Type.String()),
    project: Type.Object({ id: xsollaId }),
  }),
  purchase: Type.Object({
    simple_checkout: Type.Object({ amount: nullable(xsollaAmount), currency: nullable(xsollaCurrency) }),
  }),
});
type Found = Static<typeof Found>;

async function searchOne(host: Host, since: Date, query: Readonly<Record<string, string>>): Promise<readonly Found[]> {
  const found = await search(host, since.getTime() - dayMs, host.now().getTime() + dayMs, query);
  // Adapter of the truth is none.
  if (found.length >= pageSize)
    throw new Error(`Xsolla finds ${pageSize} transactions and more for one payment. Look at it in Publisher Account.`);
  return found;
}

function search(host: Host, fromMs: number, toMs: number, query: Readonly<Record<string, string>>) {
  const span = { datetime_from: new Date(fromMs).toISOString(), datetime_to: new Date(toMs).toISOString() };
  return createClient(host).read({
    subject: 'transactions',
    path: '/reports/transactions/search.json',
    query: { ...query, ...span, show_dry_run: 'true', limit: String(pageSize) },
    answer: Type.Array(Found),
  });
}

const isOurs = ({ project }: Found['transaction'], { settings }: Host): boolean =>
  String(project.id) === String(settings.ProjectId);

function buildFacts(found: Found, attemptId: string): PaymentEvent[] {
  const { transaction, purchase } = found;
  const { id, transfer_date: transferredAt } = transaction;
  const state = readState(found);
  // One that was given up before anything was paid.
  if (state === 'unpaid' || (state === 'cancelled' && !transferredAt)) return [];
  const { amount, currency } = purchase.simple_checkout;
  if (amount === null || currency === null) throw new Error(`Xsolla says that ${id} is paid, and not how much it is.`);
  const about = { transactionId: String(id), attemptId, isTest: isDryRun(transaction) };
  const paid = buildPaid({ amount, currency }, { ...about, dedupKey: `read:paid:${id}` });
  if (state === 'paid' || state === 'refund asked') return [paid];
  // First what went back: nothing is to be delivered in between.
  return [buildRefund({ amount, currency }, { ...about, dedupKey: `read:refund:${id}` }), paid];
}

function readState({ transaction: { id, status } }: Found): State {
  // `awaitingRefund` and `awaiting_refund` are one.
  const state = states.get(status.toLowerCase().replaceAll(/[^a-z]/g, ''));
  if (state) return state;
  throw new Error(`Xsolla calls transaction ${id} "${status.slice(0, 40)}", which nobody knows.`);
}

type State = 'unpaid' | 'paid' | 'refund asked' | 'cancelled' | 'refunded';
// `review`: Xsolla looks for fraud before it takes the money.
const states: ReadonlyMap<string, State> = new Map([
  ...['created', 'processing', 'review', 'error'].map((status) => [status, 'unpaid'] as const),
  ...['done', 'partiallyrefunded'].map((status) => [status, 'paid'] as const),
  ...['canceled', 'cancelled'].map((status) => [status, 'cancelled'] as const),
  ['awaitingrefund', 'refund asked'],
  ['refunded', 'refunded'],
]);
