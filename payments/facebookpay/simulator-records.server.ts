import { randomInt } from 'node:crypto';
import { toDecimal } from '#kit/decimal-amount.ts';
import type { ChargedAndReturned, SimulatorAction } from '../simulator-port.server.ts';

/** A webhook contains only which part of the payment changed. */
export interface FacebookEvent {
  readonly type: 'actions' | 'disputes';
  readonly id: string;
}

export interface SimulatedPayment {
  readonly id: string;
  readonly requestId: string;
  readonly product: string;
  readonly name: string;
  readonly price: SimulatedMoney;
  readonly isTest: boolean;
  readonly createdAt: Date;
  readonly actions: SimulatedGraphAction[];
  readonly disputes: { status: 'pending' | 'resolved'; readonly createdAt: Date }[];
}

export interface SimulatedMoney {
  readonly amountMinor: number;
  readonly currency: string;
}

export interface SimulatedGraphAction extends SimulatedMoney {
  readonly type: 'charge' | 'refund' | 'chargeback' | 'chargeback_reversal' | 'decline';
  status: 'initiated' | 'completed' | 'failed';
  readonly createdAt: Date;
  updatedAt: Date;
}

export const createSimulatedPayment = (
  opened: Pick<SimulatedPayment, 'requestId' | 'product' | 'name' | 'price' | 'isTest' | 'createdAt'>,
): SimulatedPayment => ({
  ...opened,
  // Too large for a JavaScript number, like some of Facebook's ids.
  id: `9${Array.from({ length: 18 }, () => randomInt(10)).join('')}`,
  actions: [],
  disputes: [],
});

export type FacebookSimulatorAction = SimulatorAction['name'] | 'pay abroad' | 'reverse chargeback' | 'decline charge';

const isOf = (type: SimulatedGraphAction['type'], payment: SimulatedPayment) =>
  payment.actions.filter((action) => action.type === type);

export const findCharge = (payment: SimulatedPayment): SimulatedGraphAction | undefined =>
  isOf('charge', payment).at(-1);

export function listFacebookActions(payment: SimulatedPayment): readonly FacebookSimulatorAction[] {
  const status = findCharge(payment)?.status;
  if (status === undefined) return ['pay', 'pay abroad', 'decline', 'pay later'];
  if (status === 'initiated') return ['pay', 'decline'];
  if (status === 'failed') return ['pay', 'decline', 'pay later'];
  const isOpen = payment.disputes.some((dispute) => dispute.status === 'pending');
  const isCharged = isOf('chargeback', payment).length > isOf('chargeback_reversal', payment).length;
  return [
    ...(getRefundableMinor(payment) > 0 ? (['refund', 'refund half', 'lose dispute', 'decline charge'] as const) : []),
    isOpen ? 'win dispute' : 'dispute',
    ...(isCharged ? (['reverse chargeback'] as const) : []),
  ];
}

export function performFacebookAction(
  act: FacebookSimulatorAction,
  payment: SimulatedPayment,
  now: Date,
): readonly FacebookEvent[] {
  const tell = (type: FacebookEvent['type']): readonly FacebookEvent[] => [{ type, id: payment.id }];
  const add = (type: SimulatedGraphAction['type'], status: SimulatedGraphAction['status'], money: SimulatedMoney) => {
    payment.actions.push({ type, status, ...money, createdAt: now, updatedAt: now });
    return tell('actions');
  };
  const charge = findCharge(payment);
  const money = charge ?? payment.price;
  const part = (amountMinor: number): SimulatedMoney => ({ amountMinor, currency: money.currency });
  const become = (status: SimulatedGraphAction['status'], of: SimulatedMoney) => {
    if (!charge || charge.status === 'failed')
      return add('charge', status, { amountMinor: of.amountMinor, currency: of.currency });
    charge.status = status;
    charge.updatedAt = now;
    return tell('actions');
  };
  switch (act) {
    case 'pay':
      return become('completed', payment.price);
    case 'pay abroad':
      return become('completed', convert(payment.price));
    case 'decline':
      return become('failed', payment.price);
    case 'pay later':
      // Facebook sends no webhook about an initiated charge.
      become('initiated', payment.price);
      return [];
    case 'expire':
      return [];
    case 'refund':
      return add('refund', 'completed', part(getRefundableMinor(payment)));
    case 'refund half':
      return add('refund', 'completed', part(Math.min(getRefundableMinor(payment), Math.ceil(money.amountMinor / 2))));
    case 'dispute':
      payment.disputes.push({ status: 'pending', createdAt: now });
      return tell('disputes');
    case 'win dispute':
      for (const dispute of payment.disputes) dispute.status = 'resolved';
      return tell('disputes');
    case 'lose dispute':
      return add('chargeback', 'completed', part(getRefundableMinor(payment)));
    case 'reverse chargeback':
      return add('chargeback_reversal', 'completed', part(isOf('chargeback', payment).at(-1)?.amountMinor ?? 0));
    case 'decline charge':
      return add('decline', 'completed', part(getRefundableMinor(payment)));
  }
}

/** An exchange rate that our server cannot know. */
const convert = ({ amountMinor, currency }: SimulatedMoney): SimulatedMoney => ({
  amountMinor: Math.round(amountMinor * 10.37) + 1,
  currency: currency === 'SEK' ? 'NOK' : 'SEK',
});

export function getRefundableMinor(payment: SimulatedPayment): number {
  const sum = (type: SimulatedGraphAction['type']): number =>
    isOf(type, payment).reduce((total, action) => total + action.amountMinor, 0);
  const charge = findCharge(payment);
  const charged = charge?.status === 'completed' ? charge.amountMinor : 0;
  return charged - sum('refund') - sum('chargeback') - sum('decline') + sum('chargeback_reversal');
}

/** Totals are in the currency of the product's price, not in the converted one. */
export function computeChargedAndReturned(payment: SimulatedPayment): ChargedAndReturned {
  const charge = findCharge(payment);
  if (charge?.status !== 'completed') return { chargedMinor: 0, returnedMinor: 0 };
  const chargedMinor = payment.price.amountMinor;
  const returned = charge.amountMinor - getRefundableMinor(payment);
  return { chargedMinor, returnedMinor: Math.round((chargedMinor * returned) / charge.amountMinor) };
}

export const toGraphMoney = ({ amountMinor, currency }: SimulatedMoney) => ({
  currency,
  amount: toDecimal(amountMinor, currency),
});

const writeTime = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, '+0000');

export function buildPaymentObject(payment: SimulatedPayment, appId: string): Readonly<Record<string, unknown>> {
  const { id, requestId, product, actions, disputes, isTest, createdAt, price } = payment;
  const { currency } = findCharge(payment) ?? price;
  return {
    id,
    user: { name: 'Ada Lovelace', id: '10150000000000001' },
    application: { name: 'Gem Miner', namespace: 'gem-miner', id: appId },
    request_id: requestId,
    actions: actions.map(({ type, status, createdAt: at, updatedAt, ...money }) => ({
      type,
      status,
      ...toGraphMoney(money),
      time_created: writeTime(at),
      time_updated: writeTime(updatedAt),
    })),
    refundable_amount: toGraphMoney({ amountMinor: getRefundableMinor(payment), currency }),
    items: [{ type: 'IN_APP_PURCHASE', product, quantity: 1 }],
    country: 'US',
    created_time: writeTime(createdAt),
    payout_foreign_exchange_rate: 1,
    ...(disputes.length > 0 && {
      disputes: disputes.map(({ status, createdAt: at }) => ({
        user_comment: 'I did not get my gems.',
        time_created: writeTime(at),
        status,
        reason: status,
      })),
    }),
    ...(isTest && { test: 1 }),
  };
}
