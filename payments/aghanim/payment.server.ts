// What Aghanim proves about an order, whether a webhook, its records or its list tell it. The charge of an order has the order's own name,
// however many tries it took; what went back of it and a dispute are one thing of it each.
//
// One attempt of ours may have two orders, when the answer to the first was lost: events name the attempt and never which order it was
// opened with, so that money of either counts, and of both together the second goes back as extra.
import type { PaymentEvent } from '#model/payment-event.ts';
import { minorDigits } from '#model/money.ts';
import { readAttemptId, requireSameAttempt } from '#kit/payment-metadata.server.ts';
import type { AttemptReference, Reading, Span } from '../port.server.ts';
import { buildClosedRecord, buildOpenRecord } from '#kit/payment-results.server.ts';
import { countSeconds, readOrder, readTries, type Host, type Order, type Payment } from './client.server.ts';

/** What a payment event is about, whoever tells it. `toldBy` with its kind is its key. */
export interface Source {
  readonly attemptId: string;
  readonly isTest: boolean;
  readonly toldBy: string;
}

interface Sold {
  readonly id: string;
  /** Undefined: not certain. Without an amount nothing counts as paid, and an operator looks. */
  readonly amountMinor: number | undefined;
  readonly currency: string;
}

export const describeSale = ({ id, amount: amountMinor, currency }: Order): Sold => ({ id, amountMinor, currency });

/** What went back comes first: nothing is to be delivered in between. */
export function buildPaymentEvents(state: State, sold: Sold, source: Source): readonly PaymentEvent[] {
  return kindsOf[state].map((kind) => buildPaymentEvent(kind, sold, source));
}

const kindsOf: Readonly<Record<State, readonly Kind[]>> = {
  open: [],
  held: [],
  over: [],
  paid: ['paid'],
  refunded: ['refunded', 'paid'],
  disputed: ['disputed', 'paid'],
  'charged back': ['dispute-lost', 'paid'],
};

type Kind = 'paid' | 'refunded' | 'disputed' | 'dispute-lost';

export function buildPaymentEvent(kind: Kind, { id, amountMinor, currency }: Sold, source: Source): PaymentEvent {
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

/** `held`: the money is reserved and not taken. `over`: it can never be paid. */
export type State = 'open' | 'held' | 'over' | 'paid' | 'refunded' | 'disputed' | 'charged back';

export function readState(order: Order): State {
  const { id, status, paid_at: paidAt } = order;
  // Of a sale that was made, a bank or a payment system has taken the money back.
  if (status === 'canceled') return paidAt ? 'charged back' : 'over';
  const state = orderStates.get(status);
  if (state) return state;
  throw new Error(`Aghanim calls order ${id} "${status}", which nobody knows.`);
}

const orderStates: ReadonlyMap<string, State> = new Map([
  ['created', 'open'],
  ['reattempted', 'open'],
  ['captured', 'held'],
  ['paid', 'paid'],
  // Until it has gone, the money is there.
  ['refund_requested', 'paid'],
  ['refunded', 'refunded'],
  ['disputed', 'disputed'],
]);

export async function readPayment(attempt: AttemptReference, host: Host): Promise<Reading> {
  const { attemptId, providerPaymentId } = attempt;
  if (providerPaymentId === undefined) return readUnnamed(attempt, host);
  const order = await readOwn(attempt, providerPaymentId, host);
  const state = readState(order);
  const source = describeRead(attemptId, order.id, host);
  if (state === 'held') return buildOpenRecord();
  if (state === 'over') return buildClosedRecord(buildEnd('failed', source));
  if (state !== 'open') return buildClosedRecord(...buildPaymentEvents(state, describeSale(order), source));
  const isOver = typeof order.expires_at === 'number' && order.expires_at <= countSeconds(host.now());
  return isOver ? buildClosedRecord(buildEnd('expired', source)) : buildOpenRecord();
}

const buildEnd = (kind: 'failed' | 'expired', { attemptId, isTest, toldBy }: Source): PaymentEvent => ({
  kind,
  dedupKey: `${toldBy}:${kind}`,
  attemptId,
  isTest,
});

const describeRead = (attemptId: string, orderId: string, { settings }: Host): Source => ({
  attemptId,
  isTest: settings.Sandbox,
  toldBy: `read:${orderId}`,
});

/** The order, if it is the attempt's. */
export const readOwn = async ({ attemptId }: AttemptReference, orderId: string, host: Host): Promise<Order> =>
  requireSameAttempt('Aghanim', await readOrder(orderId, host), { paymentId: orderId, attemptId });

/** Nobody knows what its order is called. One that somebody has tried to pay is in the list; nothing found proves nothing. */
async function readUnnamed(attempt: AttemptReference, host: Host): Promise<Reading> {
  const events: PaymentEvent[] = [];
  for (const order of await findOrders(attempt, host))
    events.push(
      ...buildPaymentEvents(readState(order), describeSale(order), describeRead(attempt.attemptId, order.id, host)),
    );
  return { events, isOver: events.some(({ kind }) => kind === 'paid') };
}

/** The orders of an attempt that somebody has tried to pay, the oldest first. */
export async function findOrders(
  attempt: Pick<AttemptReference, 'attemptId' | 'createdAt'>,
  host: Host,
): Promise<readonly Order[]> {
  const { attemptId, createdAt } = attempt;
  const orderIds = new Set<string>();
  for await (const { order_id: orderId, metadata } of readTries(
    new Date(createdAt.getTime() - minuteMs),
    soon(host),
    host,
  ))
    if (orderId && readAttemptId(metadata) === attemptId) orderIds.add(orderId);
  return Promise.all(Array.from(orderIds, (orderId) => readOrder(orderId, host)));
}

// Clocks differ.
const minuteMs = 60_000;
const soon = ({ now }: Host): Date => new Date(now().getTime() + minuteMs);

/** Aghanim's own list of a span. What has not our ids belongs to the game's hub, or to somebody else. */
export async function listPayments({ from, to }: Span, host: Host): Promise<readonly PaymentEvent[]> {
  const events: PaymentEvent[] = [];
  for await (const payment of readTries(from, to, host)) events.push(...buildListed(payment, host));
  return events;
}

function buildListed(payment: Payment, { settings }: Host): readonly PaymentEvent[] {
  const { status, order_id: orderId, total, currency, currency_minor_unit: digits, metadata } = payment;
  const attemptId = readAttemptId(metadata);
  const state = paymentStates.get(status);
  if (attemptId === undefined || !orderId || !state) return [];
  const amountMinor = digits === minorDigits(currency) ? total : undefined;
  const source = { attemptId, isTest: settings.Sandbox, toldBy: `list:${orderId}` };
  return buildPaymentEvents(state, { id: orderId, amountMinor, currency }, source);
}

/** Of tries that took money; of the others nothing follows. */
const paymentStates: ReadonlyMap<string, State> = new Map([
  ['done', 'paid'],
  ['refund_requested', 'paid'],
  ['refunded', 'refunded'],
  ['dispute', 'disputed'],
  ['chargeback', 'charged back'],
]);
