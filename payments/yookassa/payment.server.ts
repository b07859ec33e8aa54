// What YooKassa's own books prove, and nothing else does. The charge is the payment itself; a refund has an id of its own. A payment that
// succeeded stays so for ever, whatever goes back of it.
import { fromDecimal } from '#kit/decimal-amount.ts';
import { isUuid } from '#kit/is-uuid.ts';
import { readPages } from '#kit/read-pages.server.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt, Reading, Span } from '../port.server.ts';
import { keyLifeMs, listOf, Payment, readYookassa, Refund, type Host } from './client.server.ts';

export interface About {
  readonly attemptId: string;
  readonly isTest: boolean;
}

/** Undefined: it is not ours. */
export function attemptIn({ metadata }: Pick<Payment, 'metadata'>): string | undefined {
  const attemptId = metadata?.['attempt_id'];
  return isUuid(attemptId) ? attemptId : undefined;
}

/** Throws where it is no amount that we could have asked for. */
function moneyOf({ value, currency }: Payment['amount']): { readonly amountMinor: number; readonly currency: string } {
  const amountMinor = currency === 'RUB' && /\.\d{2}$/.test(value) ? fromDecimal(value, currency) : undefined;
  if (amountMinor === undefined)
    throw new Error(`YooKassa tells "${value}" of ${currency}, which is no amount of ours. Look at it in its cabinet.`);
  return { amountMinor, currency };
}

const paidFact = ({ id, amount }: Payment, about: About): PaymentFact => ({
  kind: 'paid',
  dedupKey: `paid:${id}`,
  ...about,
  providerPaymentId: id,
  transactionId: id,
  ...moneyOf(amount),
});

/** Undefined: it is on its way, and nothing has moved. */
export function refundFact(refund: Refund, about: About): PaymentFact | undefined {
  if (refund.status === 'pending') return undefined;
  const ours = ourRefundIn(refund);
  return {
    kind: refund.status === 'succeeded' ? 'refunded' : 'refund-failed',
    dedupKey: `refund:${refund.id}:${refund.status}`,
    ...about,
    providerPaymentId: refund.payment_id,
    transactionId: refund.id,
    chargeId: refund.payment_id,
    ...moneyOf(refund.amount),
    ...(ours && { refundId: ours.refundId, ofExtra: ours.isExtra }),
  };
}

/** A refund has no field for our id but its description, which YooKassa keeps as it is. */
export const describeRefund = (refundId: string, isExtra: boolean): string =>
  `Refund ${refundId}${isExtra ? extraMark : ''}`;

/** Undefined: it was made in YooKassa's cabinet. */
export function ourRefundIn({ description = '' }: Refund): { refundId: string; isExtra: boolean } | undefined {
  const isExtra = description.endsWith(extraMark);
  const refundId = description.slice('Refund '.length, isExtra ? -extraMark.length : undefined);
  return description.startsWith('Refund ') && isUuid(refundId) ? { refundId, isExtra } : undefined;
}

const extraMark = ', paid twice';

export async function readPayment(attempt: KnownAttempt, host: Host): Promise<Reading> {
  const { attemptId, providerPaymentId } = attempt;
  const payment =
    providerPaymentId === undefined
      ? await findPayment(attempt, host)
      : await readOwn(providerPaymentId, attemptId, host);
  const about = { attemptId, isTest: payment?.test ?? false };
  switch (payment?.status) {
    case undefined:
    case 'pending':
      return { facts: [], isOver: false };
    case 'waiting_for_capture':
      host.log.warn({ attemptId }, 'YooKassa holds money and waits to be told to take it, which we never ask for.');
      return { facts: [], isOver: false };
    case 'canceled': {
      const kind = payment.cancellation_details?.reason === 'expired_on_confirmation' ? 'expired' : 'failed';
      return {
        facts: [{ kind, dedupKey: `${kind}:${payment.id}`, ...about, providerPaymentId: payment.id }],
        isOver: true,
      };
    }
    case 'succeeded':
      if (payment.receipt_registration === 'canceled')
        host.log.warn(
          { attemptId },
          'YooKassa took a payment and could not register its receipt: an operator has to look.',
        );
      return { facts: factsOf(payment, about, await readRefunds(payment.id, host)), isOver: true };
  }
}

const factsOf = (payment: Payment, about: About, refunds: readonly Refund[]): readonly PaymentFact[] =>
  [paidFact(payment, about), ...refunds.map((refund) => refundFact(refund, about))].filter(
    (fact) => fact !== undefined,
  );

export async function readOwn(paymentId: string, attemptId: string, host: Host): Promise<Payment> {
  const payment = await readYookassa(`payments/${encodeURIComponent(paymentId)}`, Payment, 'a payment', host);
  if (payment.id !== paymentId) throw new Error(`YooKassa answers about another payment than ${paymentId}.`);
  if (attemptIn(payment) !== attemptId)
    throw new Error(`Payment ${paymentId} belongs to another attempt than ${attemptId}.`);
  return payment;
}

export async function readRefunds(paymentId: string, host: Host): Promise<readonly Refund[]> {
  const query = new URLSearchParams({ payment_id: paymentId, limit: String(pageSize) });
  const { items, next_cursor: next } = await readYookassa(
    `refunds?${query.toString()}`,
    listOf(Refund),
    'refunds',
    host,
  );
  // A hundred refunds of one payment are a fault, and half of the truth is none.
  if (next !== undefined)
    throw new Error(`${paymentId} has more than ${pageSize} refunds. Look at it in YooKassa's cabinet.`);
  if (items.some((refund) => refund.payment_id !== paymentId))
    throw new Error(`YooKassa answers about refunds of other payments than ${paymentId}.`);
  return items;
}

/** The payment of an attempt whose answer was lost: it can only be as old as the attempt. Undefined: there is none. */
async function findPayment({ attemptId, createdAt }: KnownAttempt, host: Host): Promise<Payment | undefined> {
  const from = new Date(createdAt.getTime() - clockErrorMs);
  const to = new Date(createdAt.getTime() + keyLifeMs);
  for await (const payment of paymentsIn({ from, to }, {}, 20, host))
    if (attemptIn(payment) === attemptId) return payment;
  return undefined;
}

/** YooKassa's own list of a span: payments that succeeded, and what went back of them. A refund of an older payment is not in it. */
export async function listPayments(span: Span, host: Host): Promise<readonly PaymentFact[]> {
  const facts: PaymentFact[] = [];
  for await (const payment of paymentsIn(span, { status: 'succeeded' }, 200, host)) {
    const attemptId = attemptIn(payment);
    // Of another shop window of the same shop.
    if (attemptId === undefined) continue;
    const isReturned = /[1-9]/.test(payment.refunded_amount?.value ?? '');
    const refunds = isReturned ? await readRefunds(payment.id, host) : [];
    facts.push(...factsOf(payment, { attemptId, isTest: payment.test }, refunds));
  }
  return facts;
}

/** The payments of a span, the newest first. */
function paymentsIn(
  { from, to }: Span,
  filter: { readonly status?: Payment['status'] },
  mostPages: number,
  host: Host,
) {
  const span = { 'created_at.gte': from.toISOString(), 'created_at.lte': to.toISOString() };
  return readPages<Payment>({
    subject: `YooKassa's payments up to ${to.toISOString()}`,
    mostPages,
    async readPage(cursor) {
      const query = new URLSearchParams({
        ...span,
        ...filter,
        limit: String(pageSize),
        ...(cursor !== undefined && { cursor }),
      });
      const { items, next_cursor: next } = await readYookassa(
        `payments?${query.toString()}`,
        listOf(Payment),
        'payments',
        host,
      );
      return { items, next };
    },
  });
}

const pageSize = 100;
const clockErrorMs = 5 * 60_000;
