import { randomBytes } from 'node:crypto';
import { toDecimal } from '#kit/decimal-amount.ts';
import { currencyDecimals } from '#model/money.ts';
import type { ChargedAndReturned, SimulatorAction } from '../simulator-port.server.ts';

export interface NewSimulatedOrder {
  readonly playerId: string;
  readonly email: string | undefined;
  readonly country: string;
  readonly item: { readonly sku: string; readonly name: string };
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly returnUrl: string | undefined;
  expiresAtS: number;
}

export interface SimulatedOrder extends NewSimulatedOrder {
  readonly id: string;
  readonly receiptNumber: string;
  readonly createdS: number;
  readonly payments: SimulatedPayment[];
  status: OrderStatus;
  paidAtS: number | undefined;
  hasBankAsked: boolean;
}

type OrderStatus =
  | 'created'
  | 'captured'
  | 'paid'
  | 'canceled'
  | 'refunded'
  | 'refund_requested'
  | 'reattempted'
  | 'disputed';

export interface SimulatedPayment {
  readonly id: string;
  readonly createdS: number;
  /** Webhooks use other status names than the API. */
  status: 'created' | 'failed' | 'rejected' | 'done' | 'refund_requested' | 'refunded' | 'dispute' | 'chargeback';
}

export interface AghanimEvent {
  readonly type: string;
  readonly data: object;
}

export type AghanimAction =
  | SimulatorAction['name']
  | 'report fraud'
  | 'accept refund'
  | 'finish refund'
  | 'uphold payment';

export const createAghanimId = (prefix: string): string => `${prefix}_${randomBytes(10).toString('hex')}`;
export const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const createSimulatedOrder = (request: NewSimulatedOrder, now: Date): SimulatedOrder => ({
  ...request,
  id: createAghanimId('ord'),
  receiptNumber: String(2_600_000_000 + Math.floor(Math.random() * 1e8)),
  createdS: toUnixSeconds(now),
  payments: [],
  status: 'created',
  paidAtS: undefined,
  hasBankAsked: false,
});

export const isOrderPayable = ({ status, expiresAtS }: SimulatedOrder, now: Date): boolean =>
  status === 'captured' || ((status === 'created' || status === 'reattempted') && expiresAtS > toUnixSeconds(now));

export function listAghanimActions({ status }: SimulatedOrder): readonly AghanimAction[] {
  switch (status) {
    case 'created':
    case 'reattempted':
      return ['pay', 'decline', 'pay later', 'report fraud'];
    case 'captured':
      return ['pay', 'decline'];
    case 'paid':
      return ['refund', 'accept refund', 'dispute'];
    case 'refund_requested':
      return ['finish refund'];
    case 'disputed':
      return ['lose dispute', 'uphold payment'];
    case 'canceled':
    case 'refunded':
      return [];
  }
}

export function performAghanimAction(act: AghanimAction, order: SimulatedOrder, now: Date): readonly AghanimEvent[] {
  const tell = (...types: string[]): AghanimEvent[] => types.map((type) => ({ type, data: describe(type, order) }));
  const change = (status: OrderStatus, payment: SimulatedPayment['status']): void => {
    order.status = status;
    findOrCreatePayment(order, now).status = payment;
  };
  switch (act) {
    case 'pay':
      change('paid', 'done');
      order.paidAtS = toUnixSeconds(now);
      return tell('payment.succeeded', 'item.add', 'order.paid');
    case 'decline':
      change('reattempted', 'failed');
      return tell('payment.declined');
    case 'report fraud':
      change('reattempted', 'rejected');
      return tell('payment.rejected', 'fraud.reported');
    case 'pay later':
      change('captured', 'created');
      return tell('payment.pending');
    case 'accept refund':
      change('refund_requested', 'refund_requested');
      return [];
    case 'refund':
    case 'finish refund':
      change('refunded', 'refunded');
      return tell('payment.refunded', 'item.remove', 'order.refunded');
    case 'dispute':
      change('disputed', 'dispute');
      return tell('payment.dispute');
    case 'lose dispute':
      change('canceled', 'chargeback');
      return tell('payment.chargeback', 'item.remove', 'order.canceled');
    // Aghanim reports a won dispute with the same event as a payment.
    case 'uphold payment':
      change('paid', 'done');
      return tell('payment.succeeded');
    // Aghanim sends no webhook for an expired order and has no partial refunds.
    case 'expire':
    case 'refund half':
    case 'win dispute':
      return [];
  }
}

export const computeChargedAndReturned = ({ status, paidAtS, amount }: SimulatedOrder): ChargedAndReturned => ({
  chargedMinor: paidAtS === undefined ? 0 : amount,
  returnedMinor: status === 'refunded' || (status === 'canceled' && paidAtS !== undefined) ? amount : 0,
});

function findOrCreatePayment({ payments }: SimulatedOrder, now: Date): SimulatedPayment {
  const last = payments.at(-1);
  if (last && last.status !== 'failed' && last.status !== 'rejected') return last;
  const made: SimulatedPayment = { id: createAghanimId('pay'), createdS: toUnixSeconds(now), status: 'created' };
  payments.push(made);
  return made;
}

export const buildOrderObject = (order: SimulatedOrder): object => ({
  ...buildWebhookOrder(order),
  amount_before_discount: order.amount,
  email: order.email,
  ...(order.paidAtS !== undefined && { paid_at: order.paidAtS }),
  expires_at: order.expiresAtS,
  metadata: order.metadata,
});

export const buildPaymentObject = (order: SimulatedOrder, { id, status, createdS }: SimulatedPayment): object => ({
  payment_id: id,
  payment_number: order.receiptNumber,
  receipt_number: order.receiptNumber,
  order_id: order.id,
  user_id: `usr_${order.playerId}`,
  player_id: order.playerId,
  payment_method_name: 'Card',
  status,
  total: order.amount,
  currency: order.currency,
  currency_minor_unit: currencyDecimals(order.currency),
  country: order.country,
  created_at: createdS,
  metadata: order.metadata,
});

function describe(type: string, order: SimulatedOrder): object {
  const { id, playerId: player_id, amount, currency } = order;
  if (type.startsWith('order.')) return buildWebhookOrder(order);
  if (type.startsWith('item.'))
    return {
      player_id,
      items: [buildItemObject(order)],
      reason: `Order ${type === 'item.add' ? 'paid' : 'refunded'} ${id}`,
    };
  const payment = order.payments.at(-1);
  return { id: payment?.id, order_id: id, player_id, status: type.slice('payment.'.length), amount, currency };
}

/** Webhooks leave out our ids. */
const buildWebhookOrder = (order: SimulatedOrder): object => ({
  id: order.id,
  status: order.status,
  amount: order.amount,
  currency: order.currency,
  country: order.country,
  player_id: order.playerId,
  receipt_number: order.receiptNumber,
  items: [buildItemObject(order)],
  created_at: order.createdS,
});

const buildItemObject = ({ item, amount, currency }: SimulatedOrder): object => ({
  id: `itm_${item.sku}`,
  ...item,
  source: 'order',
  quantity: 1,
  currency,
  price: amount,
  price_decimal: Number(toDecimal(amount, currency)),
});
