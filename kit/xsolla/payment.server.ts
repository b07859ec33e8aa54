// Converts Xsolla's webhooks and reports to payment events. Reports lag by some minutes, so a missing transaction
// proves nothing, and they don't show partial refunds.
import { Type, type Static } from 'typebox';
import { fromDecimal } from '../decimal-amount.ts';
import { isUuid } from '../is-uuid.ts';
import { nullish, nullable } from '../nullable.ts';
import { fetchListInSpan } from '../fetch-list-in-span.server.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { AttemptReference, ProviderAttemptRecord, DateRange } from '#model/payment-operations.server.ts';
import type { CommonPaymentEventFields } from '../payment-results.server.ts';
import { createXsollaClient, isDryRun, XsollaTransaction, type XsollaHost } from './client.server.ts';
import { xsollaAmountSchema, xsollaCurrencySchema, xsollaIdSchema } from './client.server.ts';

export interface XsollaMoney {
  readonly amount: string | number;
  readonly currency: string;
}

/** Without `attemptId` the transaction belongs to another shop. */
export type XsollaEventFields = CommonPaymentEventFields & { readonly transactionId: string };

/** @param name distinguishes the transaction id of a refund or dispute from its charge's */
export function buildPaymentEvent(
  kind: 'paid' | 'refunded' | 'disputed',
  money: XsollaMoney | undefined,
  { transactionId, ...source }: XsollaEventFields,
  name?: string,
): PaymentEvent {
  // Without an amount nothing counts as paid, and an operator has to check the payment.
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

export const buildPaidEvent = (money: XsollaMoney, about: XsollaEventFields): PaymentEvent =>
  buildPaymentEvent('paid', money, about);
export const buildRefundEvent = (money: XsollaMoney, about: XsollaEventFields): PaymentEvent =>
  buildPaymentEvent('refunded', money, about, 'refund');

export async function readPayment(
  { attemptId, createdAt }: AttemptReference,
  host: XsollaHost,
): Promise<ProviderAttemptRecord> {
  const found = await searchOne(host, createdAt, {
    external_id: attemptId,
    project_id: String(host.settings.ProjectId),
  });
  const events = found
    .filter(({ transaction }) => transaction.external_id === attemptId && isOurs(transaction, host))
    .flatMap((each) => buildPaymentEvents(each, attemptId));
  // A token stays payable until it expires, also after failed tries, and a started payment may complete much later.
  return { events, isOver: events.some(({ kind }) => kind === 'paid') };
}

/** Shows after a rejected refund whether an earlier request of ours succeeded. */
export async function readRefundProgress(
  { attemptId, transactionId, createdAt }: AttemptReference & { readonly transactionId: string },
  host: XsollaHost,
): Promise<{ readonly isUnderWay: boolean; readonly events: readonly PaymentEvent[] }> {
  const found = await searchOne(host, createdAt, { transaction_id: transactionId });
  const one = found.find(({ transaction }) => String(transaction.id) === transactionId);
  if (!one) return { isUnderWay: false, events: [] };
  return { isUnderWay: readState(one) === 'refund asked', events: buildPaymentEvents(one, attemptId) };
}

export async function listPayments(span: DateRange, host: XsollaHost): Promise<readonly PaymentEvent[]> {
  const query = { project_id: String(host.settings.ProjectId) };
  const found = await fetchListInSpan(span, {
    subject: 'transactions of Xsolla',
    pageSize,
    maxPages: 500,
    shortestMs: 2000,
    readPage: (fromMs, toMs) => search(host, fromMs, toMs, query),
    nameOf: ({ transaction }) => String(transaction.id),
  });
  return found.flatMap((each) => {
    const { external_id: attemptId } = each.transaction;
    return isUuid(attemptId) && isOurs(each.transaction, host) ? buildPaymentEvents(each, attemptId) : [];
  });
}

const dayMs = 24 * 3600_000;
const pageSize = 100;

const Found = Type.Object({
  transaction: Type.Object({
    ...XsollaTransaction.properties,
    status: Type.String(),
    transfer_date: nullish(Type.String()),
    project: Type.Object({ id: xsollaIdSchema }),
  }),
  purchase: Type.Object({
    simple_checkout: Type.Object({ amount: nullable(xsollaAmountSchema), currency: nullable(xsollaCurrencySchema) }),
  }),
});
type Found = Static<typeof Found>;

async function searchOne(
  host: XsollaHost,
  since: Date,
  query: Readonly<Record<string, string>>,
): Promise<readonly Found[]> {
  const found = await search(host, since.getTime() - dayMs, host.now().getTime() + dayMs, query);
  // A full page may be incomplete.
  if (found.length >= pageSize)
    throw new Error(`Xsolla finds ${pageSize} transactions and more for one payment. Look at it in Publisher Account.`);
  return found;
}

function search(host: XsollaHost, fromMs: number, toMs: number, query: Readonly<Record<string, string>>) {
  const span = { datetime_from: new Date(fromMs).toISOString(), datetime_to: new Date(toMs).toISOString() };
  return createXsollaClient(host).read({
    subject: 'transactions',
    path: '/reports/transactions/search.json',
    query: { ...query, ...span, show_dry_run: 'true', limit: String(pageSize) },
    answer: Type.Array(Found),
  });
}

const isOurs = ({ project }: Found['transaction'], { settings }: XsollaHost): boolean =>
  String(project.id) === String(settings.ProjectId);

function buildPaymentEvents(found: Found, attemptId: string): PaymentEvent[] {
  const { transaction, purchase } = found;
  const { id, transfer_date: transferredAt } = transaction;
  const state = readState(found);
  // `cancelled` without a transfer date: abandoned before anything was paid.
  if (state === 'unpaid' || (state === 'cancelled' && !transferredAt)) return [];
  const { amount, currency } = purchase.simple_checkout;
  if (amount === null || currency === null) throw new Error(`Xsolla reports ${id} as paid without an amount.`);
  const about = { transactionId: String(id), attemptId, isTest: isDryRun(transaction) };
  const paid = buildPaidEvent({ amount, currency }, { ...about, dedupKey: `read:paid:${id}` });
  if (state === 'paid' || state === 'refund asked') return [paid];
  // The refund comes first, so that nothing is delivered in between.
  return [buildRefundEvent({ amount, currency }, { ...about, dedupKey: `read:refund:${id}` }), paid];
}

function readState({ transaction: { id, status } }: Found): State {
  // Xsolla writes both `awaitingRefund` and `awaiting_refund`.
  const state = states.get(status.toLowerCase().replaceAll(/[^a-z]/g, ''));
  if (state) return state;
  throw new Error(`Xsolla's transaction ${id} has the unknown status "${status.slice(0, 40)}".`);
}

type State = 'unpaid' | 'paid' | 'refund asked' | 'cancelled' | 'refunded';
// `review`: Xsolla checks for fraud before it takes the money.
const states: ReadonlyMap<string, State> = new Map([
  ...['created', 'processing', 'review', 'error'].map((status) => [status, 'unpaid'] as const),
  ...['done', 'partiallyrefunded'].map((status) => [status, 'paid'] as const),
  ...['canceled', 'cancelled'].map((status) => [status, 'cancelled'] as const),
  ['awaitingrefund', 'refund asked'],
  ['refunded', 'refunded'],
]);
