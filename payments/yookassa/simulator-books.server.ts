// What the simulated YooKassa knows: payments and refunds in YooKassa's own shapes, what can happen to them, and what is told about
// it. Nothing here speaks HTTP.
import { randomBytes, randomUUID } from 'node:crypto';
import type { SimulatedAct } from '../simulator-port.server.ts';

/** A moment that a notice is sent about: the object as it is then. The truth stays here. */
export interface Told {
  readonly event: string;
  readonly object: object;
}

export interface NewPayment {
  readonly amountMinor: number;
  readonly capture: boolean;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Absent: the widget takes it. */
  readonly returnUrl: string | undefined;
  readonly hasReceipt: boolean;
}

export interface SimulatedPayment extends NewPayment {
  readonly id: string;
  readonly isTest: boolean;
  readonly token: string;
  readonly createdAt: Date;
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  /** The bank has not said yes or no yet. */
  isWithBank: boolean;
  cancelReason: string | undefined;
  /** Refunds of some methods take days. */
  refundsLater: boolean;
  readonly refunds: SimulatedRefund[];
}

export interface SimulatedRefund {
  readonly id: string;
  readonly amountMinor: number;
  readonly description: string | undefined;
  readonly createdAt: Date;
  status: 'pending' | 'succeeded' | 'canceled';
}

export interface Books {
  readonly payments: ReadonlyMap<string, SimulatedPayment>;
  add(payment: NewPayment): SimulatedPayment;
  ofAttempt(attemptId: string): SimulatedPayment | undefined;
  ofToken(token: string): SimulatedPayment | undefined;
}

export function createBooks(now: () => Date, isLive: boolean): Books {
  const payments = new Map<string, SimulatedPayment>();
  const find = (wanted: (payment: SimulatedPayment) => boolean) => [...payments.values()].findLast(wanted);
  return {
    payments,
    add(given) {
      const payment: SimulatedPayment = {
        ...given,
        id: randomUUID(),
        isTest: !isLive,
        token: `ct-${randomBytes(18).toString('hex')}`,
        createdAt: now(),
        status: 'pending',
        isWithBank: false,
        cancelReason: undefined,
        refundsLater: false,
        refunds: [],
      };
      // The oldest makes room.
      for (const oldest of payments.keys()) if (payments.size >= mostPayments) payments.delete(oldest);
      payments.set(payment.id, payment);
      return payment;
    },
    ofAttempt: (attemptId) => find(({ metadata }) => metadata['attempt_id'] === attemptId),
    ofToken: (token) => find((payment) => payment.token === token),
  };
}

const mostPayments = 1000;

/** Those of the port, and what only YooKassa's cabinet knows. */
export type YookassaAct = SimulatedAct['name'] | 'capture' | 'cancel' | 'finish refund' | 'fail refund';

/** What can happen next, and how a button calls it. */
export function actsFor(payment: SimulatedPayment): readonly { readonly name: YookassaAct; readonly title: string }[] {
  const { status, isWithBank, refunds } = payment;
  const names: YookassaAct[] = [];
  if (status === 'pending') names.push('pay', 'decline', ...(isWithBank ? [] : (['pay later'] as const)), 'expire');
  if (status === 'waiting_for_capture') names.push('capture', 'cancel');
  if (status === 'succeeded' && leftOf(payment) > 0) names.push('refund', 'refund half');
  if (refunds.some((refund) => refund.status === 'pending')) names.push('finish refund', 'fail refund');
  return names.map((name) => ({ name, title: name[0]?.toUpperCase() + name.slice(1) }));
}

/** Does it, where it can be done, and gives what YooKassa tells about it. */
export function doAct(act: YookassaAct, payment: SimulatedPayment, now: Date): Told[] {
  if (!actsFor(payment).some(({ name }) => name === act)) return [];
  const cancel = (reason: string): Told[] => {
    payment.status = 'canceled';
    payment.cancelReason = reason;
    return told('payment.canceled', payment);
  };
  switch (act) {
    case 'pay':
      payment.status = payment.capture ? 'succeeded' : 'waiting_for_capture';
      return told(`payment.${payment.status}`, payment);
    case 'capture':
      payment.status = 'succeeded';
      return told('payment.succeeded', payment);
    case 'pay later':
      // It stays pending, and nothing is told about that.
      payment.isWithBank = true;
      return [];
    case 'decline':
      return cancel('insufficient_funds');
    case 'expire':
      return cancel('expired_on_confirmation');
    case 'cancel':
      return cancel('canceled_by_merchant');
    case 'refund':
      return makeRefund(payment, { amountMinor: leftOf(payment), description: undefined }, now).told;
    case 'refund half': {
      const amountMinor = Math.min(leftOf(payment), Math.ceil(payment.amountMinor / 2));
      return makeRefund(payment, { amountMinor, description: undefined }, now).told;
    }
    case 'finish refund':
      return endRefund(payment, 'succeeded');
    case 'fail refund':
      return endRefund(payment, 'canceled');
    // YooKassa tells nothing about chargebacks.
    case 'dispute':
    case 'lose dispute':
    case 'win dispute':
      return [];
  }
}

/** A refund by the API, which is answered, or in the cabinet. */
export function makeRefund(
  payment: SimulatedPayment,
  given: Pick<SimulatedRefund, 'amountMinor' | 'description'>,
  now: Date,
): { refund: SimulatedRefund; told: Told[] } {
  const status = payment.refundsLater ? 'pending' : 'succeeded';
  const refund: SimulatedRefund = { ...given, id: randomUUID(), createdAt: now, status };
  payment.refunds.push(refund);
  return { refund, told: status === 'succeeded' ? toldRefund(payment, refund) : [] };
}

function endRefund(payment: SimulatedPayment, status: 'succeeded' | 'canceled'): Told[] {
  const refund = payment.refunds.find((each) => each.status === 'pending');
  if (!refund) return [];
  refund.status = status;
  // That one failed is not told.
  return status === 'succeeded' ? toldRefund(payment, refund) : [];
}

const told = (event: string, payment: SimulatedPayment): Told[] => [{ event, object: paymentObject(payment) }];
const toldRefund = (payment: SimulatedPayment, refund: SimulatedRefund): Told[] => [
  { event: 'refund.succeeded', object: refundObject(payment, refund) },
];

/** What has not gone back, and is not on its way. */
export const leftOf = ({ amountMinor, refunds }: SimulatedPayment): number =>
  refunds.reduce((left, refund) => left - (refund.status === 'canceled' ? 0 : refund.amountMinor), amountMinor);

const amountOf = (minor: number) => ({ value: (minor / 100).toFixed(2), currency: 'RUB' });

export function paymentObject(payment: SimulatedPayment): object {
  const { status, refunds } = payment;
  const returned = refunds.reduce((sum, each) => sum + (each.status === 'succeeded' ? each.amountMinor : 0), 0);
  return {
    id: payment.id,
    status,
    amount: amountOf(payment.amountMinor),
    description: payment.description,
    recipient: { account_id: '100500', gateway_id: '100700' },
    created_at: payment.createdAt.toISOString(),
    test: payment.isTest,
    paid: status === 'succeeded' || status === 'waiting_for_capture',
    refundable: status === 'succeeded' && leftOf(payment) > 0,
    ...(status === 'succeeded' && { refunded_amount: amountOf(returned) }),
    ...(payment.hasReceipt && { receipt_registration: status === 'succeeded' ? 'succeeded' : 'pending' }),
    ...(status === 'canceled' && {
      cancellation_details: { party: 'payment_network', reason: payment.cancelReason },
    }),
    metadata: payment.metadata,
  };
}

export const refundObject = (payment: SimulatedPayment, refund: SimulatedRefund): object => ({
  id: refund.id,
  payment_id: payment.id,
  status: refund.status,
  created_at: refund.createdAt.toISOString(),
  amount: amountOf(refund.amountMinor),
  ...(refund.description !== undefined && { description: refund.description }),
  ...(refund.status === 'canceled' && {
    cancellation_details: { party: 'yoo_money', reason: 'rejected_by_payee' },
  }),
});
