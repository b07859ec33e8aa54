import { randomBytes, randomUUID } from 'node:crypto';
import { toDecimal } from '#kit/decimal-amount.ts';
import type { ChargedAndReturned, SimulatorAction } from '../simulator-port.server.ts';

export interface MoneyMailRuEvent {
  readonly type: string;
  readonly transaction: object;
}

export interface NewSimulatedPayment {
  readonly issuerId: string;
  readonly amountMinor: number;
  readonly payMethod: string;
  readonly description: string;
  readonly userId: string;
  /** Undefined for a payment in a frame. */
  readonly returnUrl: string | undefined;
}

export interface SimulatedPayment extends NewSimulatedPayment {
  readonly id: string;
  readonly token: string;
  readonly createdAt: Date;
  status: 'new' | 'process' | 'paid' | 'rejected' | 'expired';
  refundsLater: boolean;
  readonly refunds: SimulatedRefund[];
}

export interface SimulatedRefund {
  readonly id: string;
  readonly amountMinor: number;
  readonly createdAt: Date;
  status: 'process' | 'paid' | 'rejected';
}

const makeId = (): string => randomUUID().toUpperCase();

export const createSimulatedPayment = (request: NewSimulatedPayment, createdAt: Date): SimulatedPayment => ({
  ...request,
  id: makeId(),
  token: randomBytes(20).toString('hex'),
  createdAt,
  status: 'new',
  refundsLater: false,
  refunds: [],
});

export type MoneyMailRuAction = SimulatorAction['name'] | 'finish refund' | 'fail refund';

export function listMoneyMailRuActions(payment: SimulatedPayment): readonly MoneyMailRuAction[] {
  const { status, refunds } = payment;
  const acts: MoneyMailRuAction[] = [];
  if (status === 'new' || status === 'process') acts.push('pay', 'decline', 'expire');
  if (status === 'new') acts.push('pay later');
  if (status === 'paid' && getRefundableMinor(payment) > 0) acts.push('refund', 'refund half');
  if (refunds.some((refund) => refund.status === 'process')) acts.push('finish refund', 'fail refund');
  return acts;
}

export function performMoneyMailRuAction(
  act: MoneyMailRuAction,
  payment: SimulatedPayment,
  now: Date,
): readonly MoneyMailRuEvent[] {
  const become = (status: SimulatedPayment['status']): readonly MoneyMailRuEvent[] => {
    payment.status = status;
    return [tell(`payment ${status}`, { ...buildPaymentObject(payment), status })];
  };
  switch (act) {
    case 'pay':
      return become('paid');
    case 'decline':
      return become('rejected');
    case 'expire':
      return become('expired');
    case 'pay later':
      return become('process');
    case 'refund':
      return createSimulatedRefund(payment, getRefundableMinor(payment), now).events;
    case 'refund half':
      return createSimulatedRefund(
        payment,
        Math.min(getRefundableMinor(payment), Math.ceil(payment.amountMinor / 2)),
        now,
      ).events;
    case 'finish refund':
    case 'fail refund': {
      const refund = payment.refunds.find((each) => each.status === 'process');
      if (!refund) return [];
      refund.status = act === 'finish refund' ? 'paid' : 'rejected';
      return [buildRefundNotification(payment, refund)];
    }
    // Money.Mail.Ru does not document notifications about chargebacks.
    case 'dispute':
    case 'lose dispute':
    case 'win dispute':
      return [];
  }
}

export function createSimulatedRefund(
  payment: SimulatedPayment,
  amountMinor: number,
  now: Date,
): { readonly refund: SimulatedRefund; readonly events: readonly MoneyMailRuEvent[] } {
  const status = payment.refundsLater ? 'process' : 'paid';
  const refund: SimulatedRefund = { id: makeId(), amountMinor, createdAt: now, status };
  payment.refunds.push(refund);
  return { refund, events: [buildRefundNotification(payment, refund)] };
}

export const computeChargedAndReturned = ({ status, amountMinor, refunds }: SimulatedPayment): ChargedAndReturned => ({
  chargedMinor: status === 'paid' ? amountMinor : 0,
  returnedMinor: refunds.reduce((sum, refund) => sum + (refund.status === 'paid' ? refund.amountMinor : 0), 0),
});

export const getRefundableMinor = ({ amountMinor, refunds }: SimulatedPayment): number =>
  refunds.reduce((left, refund) => left - (refund.status === 'rejected' ? 0 : refund.amountMinor), amountMinor);

/** The status is uppercase, as in an observed notification. */
const tell = (type: string, transaction: { readonly status: string }): MoneyMailRuEvent => ({
  type,
  transaction: { ...transaction, notify_type: 'TRANSACTION_STATUS', status: transaction.status.toUpperCase() },
});

const buildRefundNotification = (payment: SimulatedPayment, refund: SimulatedRefund): MoneyMailRuEvent =>
  tell(`refund ${refund.status}`, { ...buildRefundObject(payment, refund), status: refund.status });

/** Omits the status, like the documentation's example. */
export const buildPaymentObject = (payment: SimulatedPayment): object => ({
  ...showCommon(payment, payment),
  amount: toDecimal(payment.amountMinor, 'RUB'),
  ...(payment.refunds.length > 0 && { refunds: payment.refunds.map(({ id }) => id).join(',') }),
});

export const buildRefundObject = (payment: SimulatedPayment, refund: SimulatedRefund): object => ({
  ...showCommon(payment, refund),
  amount: `-${toDecimal(refund.amountMinor, 'RUB')}`,
  refund_for: payment.id,
  payment_info: { refund_type: 'refund', refunded_transaction_id: payment.id },
});

const showCommon = (
  payment: SimulatedPayment,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
) => ({
  transaction_id: id,
  added: writeMoscowTime(createdAt),
  user_info: { user_id: payment.userId },
  issuer_id: payment.issuerId,
  currency: 'RUB',
  description: payment.description,
  pay_method: payment.payMethod,
  merchant_name: 'Simulated shop',
});

const writeMoscowTime = (date: Date): string =>
  new Date(date.getTime() + 3 * 3600_000).toISOString().replace('Z', '+03:00');
