import { randomBytes, randomUUID } from 'node:crypto';
import { toDecimal } from '#kit/decimal-amount.ts';
import type { ChargedAndReturned, SimulatorAction } from '../simulator-port.server.ts';

export interface YookassaEvent {
  readonly type: string;
  readonly object: object;
}

export interface NewSimulatedPayment {
  readonly amountMinor: number;
  readonly capture: boolean;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Undefined for a payment in the widget. */
  readonly returnUrl: string | undefined;
  readonly hasReceipt: boolean;
}

export interface SimulatedPayment extends NewSimulatedPayment {
  readonly id: string;
  readonly isTest: boolean;
  readonly token: string;
  readonly createdAt: Date;
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  isWithBank: boolean;
  cancelReason: string | undefined;
  refundsLater: boolean;
  readonly refunds: SimulatedRefund[];
}

export interface SimulatedRefund {
  readonly id: string;
  readonly amountMinor: number;
  readonly description?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly createdAt: Date;
  status: 'pending' | 'succeeded' | 'canceled';
}

export const createSimulatedPayment = (
  request: NewSimulatedPayment,
  createdAt: Date,
  isLive: boolean,
): SimulatedPayment => ({
  ...request,
  id: randomUUID(),
  isTest: !isLive,
  token: `ct-${randomBytes(18).toString('hex')}`,
  createdAt,
  status: 'pending',
  isWithBank: false,
  cancelReason: undefined,
  refundsLater: false,
  refunds: [],
});

/** A payment expires after an hour, unless the bank is still processing it. */
export const isPaymentExpired = ({ status, isWithBank, createdAt }: SimulatedPayment, now: Date): boolean =>
  status === 'pending' && !isWithBank && now.getTime() - createdAt.getTime() > 3600_000;

export type YookassaAction = SimulatorAction['name'] | 'capture' | 'cancel' | 'finish refund' | 'fail refund';

export function listYookassaActions(payment: SimulatedPayment): readonly YookassaAction[] {
  const { status, isWithBank, refunds } = payment;
  const acts: YookassaAction[] = [];
  if (status === 'pending') acts.push('pay', 'decline', ...(isWithBank ? [] : (['pay later'] as const)), 'expire');
  if (status === 'waiting_for_capture') acts.push('capture', 'cancel');
  if (status === 'succeeded' && getRefundableMinor(payment) > 0) acts.push('refund', 'refund half');
  if (refunds.some((refund) => refund.status === 'pending')) acts.push('finish refund', 'fail refund');
  return acts;
}

export function performYookassaAction(
  act: YookassaAction,
  payment: SimulatedPayment,
  now: Date,
): readonly YookassaEvent[] {
  const become = (status: SimulatedPayment['status'], reason?: string): readonly YookassaEvent[] => {
    payment.status = status;
    payment.cancelReason = reason;
    return [{ type: `payment.${status}`, object: buildPaymentObject(payment) }];
  };
  switch (act) {
    case 'pay':
      return become(payment.capture ? 'succeeded' : 'waiting_for_capture');
    case 'capture':
      return become('succeeded');
    case 'decline':
      return become('canceled', 'insufficient_funds');
    case 'expire':
      return become('canceled', 'expired_on_confirmation');
    case 'cancel':
      return become('canceled', 'canceled_by_merchant');
    case 'refund':
      return createSimulatedRefund(payment, { amountMinor: getRefundableMinor(payment) }, now).events;
    case 'refund half': {
      const amountMinor = Math.min(getRefundableMinor(payment), Math.ceil(payment.amountMinor / 2));
      return createSimulatedRefund(payment, { amountMinor }, now).events;
    }
    case 'finish refund':
    case 'fail refund': {
      const refund = payment.refunds.find((each) => each.status === 'pending');
      if (!refund) return [];
      refund.status = act === 'finish refund' ? 'succeeded' : 'canceled';
      return buildRefundEvents(payment, refund);
    }
    case 'pay later':
      // YooKassa sends no webhook for this.
      payment.isWithBank = true;
      return [];
    // YooKassa sends no webhooks about chargebacks.
    case 'dispute':
    case 'lose dispute':
    case 'win dispute':
      return [];
  }
}

export function createSimulatedRefund(
  payment: SimulatedPayment,
  request: Pick<SimulatedRefund, 'amountMinor' | 'description' | 'metadata'>,
  now: Date,
): { readonly refund: SimulatedRefund; readonly events: readonly YookassaEvent[] } {
  const status = payment.refundsLater ? 'pending' : 'succeeded';
  const refund: SimulatedRefund = { ...request, id: randomUUID(), createdAt: now, status };
  payment.refunds.push(refund);
  return { refund, events: buildRefundEvents(payment, refund) };
}

/** YooKassa sends no webhook about a pending or failed refund. */
const buildRefundEvents = (payment: SimulatedPayment, refund: SimulatedRefund): readonly YookassaEvent[] =>
  refund.status === 'succeeded' ? [{ type: 'refund.succeeded', object: buildRefundObject(payment, refund) }] : [];

export const getRefundableMinor = ({ amountMinor, refunds }: SimulatedPayment): number =>
  refunds.reduce((left, refund) => left - (refund.status === 'canceled' ? 0 : refund.amountMinor), amountMinor);

export function computeChargedAndReturned({ status, amountMinor, refunds }: SimulatedPayment): ChargedAndReturned {
  const returned = refunds.filter((refund) => refund.status === 'succeeded');
  return {
    chargedMinor: status === 'succeeded' ? amountMinor : 0,
    returnedMinor: returned.reduce((sum, refund) => sum + refund.amountMinor, 0),
  };
}

const writeAmount = (minor: number) => ({ value: toDecimal(minor, 'RUB'), currency: 'RUB' });
const describeCancel = (party: string, reason: string | undefined) => ({ cancellation_details: { party, reason } });

export function buildPaymentObject(payment: SimulatedPayment): object {
  const { status, refunds } = payment;
  const returned = refunds.reduce((sum, each) => sum + (each.status === 'succeeded' ? each.amountMinor : 0), 0);
  return {
    id: payment.id,
    status,
    amount: writeAmount(payment.amountMinor),
    description: payment.description,
    recipient: { account_id: '100500', gateway_id: '100700' },
    created_at: payment.createdAt.toISOString(),
    test: payment.isTest,
    paid: status === 'succeeded' || status === 'waiting_for_capture',
    refundable: status === 'succeeded' && getRefundableMinor(payment) > 0,
    ...(status === 'succeeded' && { refunded_amount: writeAmount(returned) }),
    ...(payment.hasReceipt && { receipt_registration: status === 'succeeded' ? 'succeeded' : 'pending' }),
    ...(status === 'canceled' && describeCancel('payment_network', payment.cancelReason)),
    metadata: payment.metadata,
  };
}

export const buildRefundObject = (payment: SimulatedPayment, refund: SimulatedRefund): object => ({
  id: refund.id,
  payment_id: payment.id,
  status: refund.status,
  created_at: refund.createdAt.toISOString(),
  amount: writeAmount(refund.amountMinor),
  ...(refund.description !== undefined && { description: refund.description }),
  ...(refund.metadata && { metadata: refund.metadata }),
  ...(refund.status === 'canceled' && describeCancel('yoo_money', 'rejected_by_payee')),
});
