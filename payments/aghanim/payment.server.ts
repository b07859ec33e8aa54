// Converts Aghanim's orders to payment events. A charge has its order's id, however many payments the buyer tried.
//
// If a response was lost, one attempt may have two orders. Events name the attempt rather than an order, so a payment
// of either order counts.
import type { PaymentEvent } from '#model/payment-event.ts';
import { currencyDecimals } from '#model/money.ts';
import { readAttemptId, requireSameAttempt } from '#kit/payment-metadata.server.ts';
import type { AttemptReference, ProviderAttemptRecord, DateRange } from '../port.server.ts';
import { buildClosedAttemptRecord, buildOpenAttemptRecord } from '#kit/payment-results.server.ts';
import {
  toUnixSeconds,
  fetchOrder,
  iteratePayments,
  type AghanimHost,
  type AghanimOrder,
  type AghanimPayment,
} from './client.server.ts';

/** `toldBy` and the event's kind form the deduplication key. */
interface AghanimEventSource {
  readonly attemptId: string;
  readonly isTest: boolean;
  readonly toldBy: string;
}

interface Sale {
  readonly id: string;
  /** Undefined if uncertain. Without an amount nothing counts as paid, and an operator has to check the order. */
  readonly amountMinor: number | undefined;
  readonly currency: string;
}

export const readSaleOfOrder = ({ id, amount: amountMinor, currency }: AghanimOrder): Sale => ({
  id,
  amountMinor,
  currency,
});

/** Refunds and disputes come before the charge, so that nothing is delivered in between. */
export function buildPaymentEvents(
  state: AghanimOrderState,
  sold: Sale,
  source: AghanimEventSource,
): readonly PaymentEvent[] {
  return kindsOf[state].map((kind) => buildPaymentEvent(kind, sold, source));
}

const kindsOf: Readonly<Record<AghanimOrderState, readonly Kind[]>> = {
  open: [],
  held: [],
  over: [],
  paid: ['paid'],
  refunded: ['refunded', 'paid'],
  disputed: ['disputed', 'paid'],
  'charged back': ['dispute-lost', 'paid'],
};

type Kind = 'paid' | 'refunded' | 'disputed' | 'dispute-lost';

export function buildPaymentEvent(
  kind: Kind,
  { id, amountMinor, currency }: Sale,
  source: AghanimEventSource,
): PaymentEvent {
  const { attemptId, isTest, toldBy } = source;
  return {
    kind,
    dedupKey: `${toldBy}:${kind}`,
    attemptId,
    isTest,
    transactionId: names[kind] === undefined ? id : `${id}:${names[kind]}`,
    ...(kind === 'refunded' && { chargeId: id }),
    ...(amountMinor !== undefined && { amountMinor }),
    currency,
  };
}

const names: Readonly<Partial<Record<Kind, string>>> = {
  refunded: 'refund',
  disputed: 'dispute',
  'dispute-lost': 'dispute',
};

/** `held`: authorized but not captured. `over`: can no longer be paid. */
export type AghanimOrderState = 'open' | 'held' | 'over' | 'paid' | 'refunded' | 'disputed' | 'charged back';

export function readOrderState(order: AghanimOrder): AghanimOrderState {
  const { id, status, paid_at: paidAt } = order;
  // A cancelled order that had been paid was charged back.
  if (status === 'canceled') return paidAt ? 'charged back' : 'over';
  const state = orderStates.get(status);
  if (state) return state;
  throw new Error(`Aghanim's order ${id} has the unknown status "${status}".`);
}

const orderStates: ReadonlyMap<string, AghanimOrderState> = new Map([
  ['created', 'open'],
  ['reattempted', 'open'],
  ['captured', 'held'],
  ['paid', 'paid'],
  // The order counts as paid until the refund is complete.
  ['refund_requested', 'paid'],
  ['refunded', 'refunded'],
  ['disputed', 'disputed'],
]);

export async function readPayment(attempt: AttemptReference, host: AghanimHost): Promise<ProviderAttemptRecord> {
  const { attemptId, providerPaymentId } = attempt;
  if (providerPaymentId === undefined) return readWithoutOrderId(attempt, host);
  const order = await readOrderOfAttempt(attempt, providerPaymentId, host);
  const state = readOrderState(order);
  const source = describeRead(attemptId, order.id, host);
  if (state === 'held') return buildOpenAttemptRecord();
  if (state === 'over') return buildClosedAttemptRecord(buildUnpaidEvent('failed', source));
  if (state !== 'open') return buildClosedAttemptRecord(...buildPaymentEvents(state, readSaleOfOrder(order), source));
  const isOver = typeof order.expires_at === 'number' && order.expires_at <= toUnixSeconds(host.now());
  return isOver ? buildClosedAttemptRecord(buildUnpaidEvent('expired', source)) : buildOpenAttemptRecord();
}

const buildUnpaidEvent = (
  kind: 'failed' | 'expired',
  { attemptId, isTest, toldBy }: AghanimEventSource,
): PaymentEvent => ({
  kind,
  dedupKey: `${toldBy}:${kind}`,
  attemptId,
  isTest,
});

const describeRead = (attemptId: string, orderId: string, { settings }: AghanimHost): AghanimEventSource => ({
  attemptId,
  isTest: settings.Sandbox,
  toldBy: `read:${orderId}`,
});

export const readOrderOfAttempt = async (
  { attemptId }: AttemptReference,
  orderId: string,
  host: AghanimHost,
): Promise<AghanimOrder> =>
  requireSameAttempt('Aghanim', await fetchOrder(orderId, host), { paymentId: orderId, attemptId });

/** Aghanim lists an order only after a buyer has tried to pay it, so an empty result proves nothing. */
async function readWithoutOrderId(attempt: AttemptReference, host: AghanimHost): Promise<ProviderAttemptRecord> {
  const events: PaymentEvent[] = [];
  for (const order of await findOrdersOfAttempt(attempt, host))
    events.push(
      ...buildPaymentEvents(
        readOrderState(order),
        readSaleOfOrder(order),
        describeRead(attempt.attemptId, order.id, host),
      ),
    );
  return { events, isOver: events.some(({ kind }) => kind === 'paid') };
}

export async function findOrdersOfAttempt(
  attempt: Pick<AttemptReference, 'attemptId' | 'createdAt'>,
  host: AghanimHost,
): Promise<readonly AghanimOrder[]> {
  const { attemptId, createdAt } = attempt;
  const orderIds = new Set<string>();
  for await (const { order_id: orderId, metadata } of iteratePayments(
    new Date(createdAt.getTime() - minuteMs),
    soon(host),
    host,
  ))
    if (orderId && readAttemptId(metadata) === attemptId) orderIds.add(orderId);
  return Promise.all(Array.from(orderIds, (orderId) => fetchOrder(orderId, host)));
}

// Allows for clock differences.
const minuteMs = 60_000;
const soon = ({ now }: AghanimHost): Date => new Date(now().getTime() + minuteMs);

export async function listPayments({ from, to }: DateRange, host: AghanimHost): Promise<readonly PaymentEvent[]> {
  const events: PaymentEvent[] = [];
  for await (const payment of iteratePayments(from, to, host)) events.push(...buildListed(payment, host));
  return events;
}

function buildListed(payment: AghanimPayment, { settings }: AghanimHost): readonly PaymentEvent[] {
  const { status, order_id: orderId, total, currency, currency_minor_unit: digits, metadata } = payment;
  const attemptId = readAttemptId(metadata);
  const state = paymentStates.get(status);
  if (attemptId === undefined || !orderId || !state) return [];
  const amountMinor = digits === currencyDecimals(currency) ? total : undefined;
  const source = { attemptId, isTest: settings.Sandbox, toldBy: `list:${orderId}` };
  return buildPaymentEvents(state, { id: orderId, amountMinor, currency }, source);
}

/** Statuses in which Aghanim has charged the buyer. */
const paymentStates: ReadonlyMap<string, AghanimOrderState> = new Map([
  ['done', 'paid'],
  ['refund_requested', 'paid'],
  ['refunded', 'refunded'],
  ['dispute', 'disputed'],
  ['chargeback', 'charged back'],
]);
