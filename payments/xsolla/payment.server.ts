// What Xsolla proves about a payment, whether a webhook or its books tell it. A charge is its transaction; a whole refund and a dispute
// are one thing of it. The books are the search by the id that we gave: some minutes behind, so that nothing found proves nothing, and
// silent about parts that went back.
import { Type, type Static } from 'typebox';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { isUuid } from '#kit/is-uuid.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt, Reading, Span } from '../port.server.ts';
import {
  askXsolla,
  isDryRun,
  Transaction,
  xsollaAmount,
  xsollaCurrency,
  xsollaId,
  type Host,
} from './client.server.ts';

/** An amount as Xsolla writes it. */
export interface Amount {
  readonly amount: string | number;
  readonly currency: string;
}

export interface About {
  readonly transactionId: string;
  /** Our attempt, as we gave it; undefined: somebody else's. */
  readonly attemptId: string | undefined;
  readonly isTest: boolean;
  readonly dedupKey: string;
}

/** Of a refund or a dispute `name` tells it from the charge. `money` is undefined where it is not certain: an operator looks then. */
export function factOf(
  kind: 'paid' | 'refunded' | 'disputed',
  money: Amount | undefined,
  { transactionId, attemptId, isTest, dedupKey }: About,
  name?: string,
): PaymentFact {
  // An amount that we could not have asked for is left out: without one nothing counts as paid, and an operator looks.
  const amountMinor = money && fromDecimal(money.amount, money.currency);
  return {
    kind,
    dedupKey,
    isTest,
    ...(attemptId !== undefined && { attemptId }),
    transactionId: name === undefined ? transactionId : `${transactionId}:${name}`,
    ...(kind === 'refunded' && { chargeId: transactionId }),
    ...(money && { currency: money.currency }),
    ...(amountMinor !== undefined && { amountMinor }),
  };
}

export const paidFact = (money: Amount, about: About): PaymentFact => factOf('paid', money, about);
export const refundFact = (money: Amount, about: About): PaymentFact => factOf('refunded', money, about, 'refund');

export async function readPayment({ attemptId, createdAt }: KnownAttempt, host: Host): Promise<Reading> {
  const found = await searchOne(host, createdAt, {
    external_id: attemptId,
    project_id: String(host.settings.ProjectId),
  });
  const facts = found
    .filter(({ transaction }) => transaction.external_id === attemptId && isOurs(transaction, host))
    .flatMap((each) => factsOf(each, attemptId));
  // A token can be paid with until it ends, whatever failed before, and what it was used for may be paid much later.
  return { facts, isOver: facts.some(({ kind }) => kind === 'paid') };
}

/** What has become of one charge, for a refund that was refused: the books alone know whether it was ours. */
export async function readTransaction(
  { attemptId, transactionId, createdAt }: KnownAttempt & { readonly transactionId: string },
  host: Host,
): Promise<{ readonly isUnderWay: boolean; readonly facts: readonly PaymentFact[] }> {
  const found = await searchOne(host, createdAt, { transaction_id: transactionId });
  const one = found.find(({ transaction }) => String(transaction.id) === transactionId);
  if (!one) return { isUnderWay: false, facts: [] };
  return { isUnderWay: wordOf(one.transaction.status) === 'awaitingrefund', facts: factsOf(one, attemptId) };
}

/** What a span of the books says of our payments. A page that is full may have left something out: its span is halved. */
export async function listPayments(span: Span, host: Host): Promise<readonly PaymentFact[]> {
  const found = new Map<string, Found>();
  const spans = [{ from: span.from.getTime(), to: span.to.getTime() }];
  for (let asked = 0; spans.length > 0; asked += 1) {
    const { from, to } = spans.pop() ?? { from: 0, to: 0 };
    const page = await search(host, from, to, { project_id: String(host.settings.ProjectId) });
    for (const each of page) found.set(String(each.transaction.id), each);
    if (page.length < pageSize) continue;
    if (asked >= mostPages || to - from <= shortestSpanMs)
      throw new Error(
        `Xsolla lists more transactions from ${new Date(from).toISOString()} than can be read. Look in Publisher Account.`,
      );
    const middle = Math.floor((from + to) / 2);
    // The ends are in both: each transaction counts once.
    spans.push({ from, to: middle }, { from: middle, to });
  }
  return [...found.values()].flatMap((each) => {
    const { external_id: attemptId } = each.transaction;
    return isUuid(attemptId) && isOurs(each.transaction, host) ? factsOf(each, attemptId) : [];
  });
}

const dayMs = 24 * 3600_000;
const pageSize = 100;
const mostPages = 500;
const shortestSpanMs = 2000;

/** A line of the books. */
const Found = Type.Object({
  transaction: Type.Intersect([
    Transaction,
    Type.Object({
      status: Type.String(),
      transfer_date: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      project: Type.Object({ id: xsollaId }),
    }),
  ]),
  purchase: Type.Object({
    simple_checkout: Type.Object({
      amount: Type.Union([xsollaAmount, Type.Null()]),
      currency: Type.Union([xsollaCurrency, Type.Null()]),
    }),
  }),
});
type Found = Static<typeof Found>;

async function searchOne(host: Host, since: Date, query: Readonly<Record<string, string>>): Promise<readonly Found[]> {
  const found = await search(host, since.getTime() - dayMs, host.now().getTime() + dayMs, query);
  // Half of the truth is none.
  if (found.length >= pageSize)
    throw new Error(`Xsolla finds ${pageSize} transactions and more for one payment. Look at it in Publisher Account.`);
  return found;
}

async function search(host: Host, fromMs: number, toMs: number, query: Readonly<Record<string, string>>) {
  const asked = new URLSearchParams({
    ...query,
    datetime_from: new Date(fromMs).toISOString(),
    datetime_to: new Date(toMs).toISOString(),
    show_dry_run: 'true',
    limit: String(pageSize),
  });
  const path = `/reports/transactions/search.json?${asked.toString()}`;
  const reply = await askXsolla(host, { subject: 'transactions', method: 'GET', path, answer: Type.Array(Found) });
  // A search has nothing to refuse: its shape is not the one that we know.
  if (reply.outcome === 'refused') throw new Error(`${reply.reason} It was a search.`);
  return reply.answer;
}

const isOurs = ({ project }: Found['transaction'], { settings }: Host): boolean =>
  String(project.id) === String(settings.ProjectId);

function factsOf({ transaction, purchase }: Found, attemptId: string): PaymentFact[] {
  const { status, id, transfer_date: transferredAt } = transaction;
  const state = states.get(wordOf(status));
  if (state === undefined)
    throw new Error(`Xsolla calls transaction ${id} "${status.slice(0, 40)}", which nobody knows.`);
  // One that was given up before anything was paid.
  if (state === 'unpaid' || (state === 'cancelled' && !transferredAt)) return [];
  const { amount, currency } = purchase.simple_checkout;
  if (amount === null || currency === null) throw new Error(`Xsolla says that ${id} is paid, and not how much it is.`);
  const about = { transactionId: String(id), attemptId, isTest: isDryRun(transaction) };
  const paid = paidFact({ amount, currency }, { ...about, dedupKey: `read:paid:${id}` });
  // First what went back: nothing is to be delivered in between.
  return state === 'paid'
    ? [paid]
    : [refundFact({ amount, currency }, { ...about, dedupKey: `read:refund:${id}` }), paid];
}

/** `awaitingRefund` and `awaiting_refund` are one. */
const wordOf = (status: string): string => status.toLowerCase().replaceAll(/[^a-z]/g, '');

// `review`: Xsolla looks for fraud before it takes the money.
const states: ReadonlyMap<string, 'unpaid' | 'paid' | 'cancelled' | 'refunded'> = new Map([
  ...['created', 'processing', 'review', 'error'].map((status) => [status, 'unpaid'] as const),
  ...['done', 'awaitingrefund', 'partiallyrefunded'].map((status) => [status, 'paid'] as const),
  ...['canceled', 'cancelled'].map((status) => [status, 'cancelled'] as const),
  ['refunded', 'refunded'],
]);
