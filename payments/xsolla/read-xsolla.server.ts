// Xsolla's books about one attempt: the search by the id that we gave it. They are some minutes behind, so that nothing found is
// no proof of anything; and they say nothing of parts that went back.
import { Type } from 'typebox';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt, Reading, Span } from '../port.server.ts';
import { askXsolla, type Host } from './ask-xsolla.server.ts';
import { attemptIn, paidFact, refundFact } from './facts.server.ts';
import { expectShape, Found, isDryRun } from './objects.server.ts';

export async function readXsolla({ attemptId, createdAt }: KnownAttempt, host: Host): Promise<Reading> {
  const { ProjectId } = host.settings;
  const found = await search(host, {
    external_id: attemptId,
    project_id: String(ProjectId),
    datetime_from: new Date(createdAt.getTime() - dayMs).toISOString(),
    datetime_to: new Date(host.now().getTime() + dayMs).toISOString(),
  });
  const facts = found
    .filter(({ transaction }) => transaction.external_id === attemptId && isOf(transaction.project, ProjectId))
    .flatMap((each) => factsOf(each, attemptId));
  // A token can be paid with until it ends, whatever failed before, and what it was used for may be paid much later.
  return { facts, isOver: facts.some(({ kind }) => kind === 'paid') };
}

/** What has become of one charge, for a refund that was refused: the books alone know whether it was ours. */
export async function readTransaction(
  { attemptId, transactionId, createdAt }: KnownAttempt & { readonly transactionId: string },
  host: Host,
): Promise<{ readonly isUnderWay: boolean; readonly facts: readonly PaymentFact[] } | undefined> {
  const found = await search(host, {
    transaction_id: transactionId,
    datetime_from: new Date(createdAt.getTime() - dayMs).toISOString(),
    datetime_to: new Date(host.now().getTime() + dayMs).toISOString(),
  });
  const one = found.find(({ transaction }) => String(transaction.id) === transactionId);
  return one && { isUnderWay: wordOf(one.transaction.status) === 'awaitingrefund', facts: factsOf(one, attemptId) };
}

/** What a span of the books says of our payments. A page that is full may have left something out: its span is halved. */
export async function listXsolla(span: Span, host: Host): Promise<readonly PaymentFact[]> {
  const { ProjectId } = host.settings;
  const found = new Map<string, Found>();
  const spans = [{ from: span.from.getTime(), to: span.to.getTime() }];
  for (let asked = 0; spans.length > 0; asked += 1) {
    const { from, to } = spans.pop() ?? { from: 0, to: 0 };
    const page = await askSearch(host, {
      project_id: String(ProjectId),
      datetime_from: new Date(from).toISOString(),
      datetime_to: new Date(to).toISOString(),
    });
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
  return [...found.values()]
    .filter(({ transaction }) => isOf(transaction.project, ProjectId))
    .flatMap((each) => {
      const attemptId = attemptIn(each.transaction.external_id);
      return attemptId === undefined ? [] : factsOf(each, attemptId);
    });
}

const dayMs = 24 * 3600_000;
const pageSize = 100;
const mostPages = 500;
const shortestSpanMs = 2000;

async function search(host: Host, query: Readonly<Record<string, string>>): Promise<readonly Found[]> {
  const found = await askSearch(host, query);
  // Half of the truth is none.
  if (found.length >= pageSize)
    throw new Error(`Xsolla finds ${pageSize} transactions and more for one payment. Look at it in Publisher Account.`);
  return found;
}

async function askSearch(host: Host, query: Readonly<Record<string, string>>): Promise<readonly Found[]> {
  const asked = new URLSearchParams({ ...query, show_dry_run: 'true', limit: String(pageSize) });
  const { body } = await askXsolla(host, {
    method: 'GET',
    path: `/reports/transactions/search.json?${asked.toString()}`,
  });
  return expectShape(Type.Array(Found), body, 'transactions');
}

const isOf = (project: { readonly id: string | number }, projectId: number): boolean =>
  String(project.id) === String(projectId);

function factsOf({ transaction, purchase }: Found, attemptId: string): PaymentFact[] {
  const { status, id, transfer_date: transferredAt } = transaction;
  const state = states.get(wordOf(status));
  if (state === undefined)
    throw new Error(`Xsolla calls transaction ${id} "${status.slice(0, 40)}", which nobody knows.`);
  // One that was given up before anything was paid.
  if (state === 'unpaid' || (state === 'cancelled' && !transferredAt)) return [];
  const { amount, currency } = purchase.simple_checkout;
  if (amount === null || currency === null) throw new Error(`Xsolla says that ${id} is paid, and not how much it is.`);
  const about = (kind: string) => ({
    transactionId: String(id),
    attemptId,
    isTest: isDryRun(transaction.dry_run),
    dedupKey: `read:${kind}:${id}`,
  });
  const paid = paidFact({ amount, currency }, about('paid'));
  // First what went back: nothing is to be delivered in between.
  return state === 'paid' ? [paid] : [refundFact({ amount, currency }, about('refund')), paid];
}

/** `awaitingRefund` and `awaiting_refund` are one. */
const wordOf = (status: string): string => status.toLowerCase().replaceAll(/[^a-z]/g, '');

// `review`: Xsolla looks for fraud before it takes the money.
const states: ReadonlyMap<string, 'unpaid' | 'paid' | 'cancelled' | 'refunded'> = new Map([
  ['created', 'unpaid'],
  ['processing', 'unpaid'],
  ['review', 'unpaid'],
  ['error', 'unpaid'],
  ['done', 'paid'],
  ['awaitingrefund', 'paid'],
  ['partiallyrefunded', 'paid'],
  ['canceled', 'cancelled'],
  ['cancelled', 'cancelled'],
  ['refunded', 'refunded'],
]);
