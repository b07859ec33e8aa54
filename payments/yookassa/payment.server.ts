// Converts YooKassa's records, the only proof of a payment, to payment events. A payment stays `succeeded` even when it
// is refunded.
import { fromDecimal } from '#kit/decimal-amount.ts';
import { isUuid } from '#kit/is-uuid.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import { readAttemptId, readRefundMetadata, requireSameAttempt } from '#kit/payment-metadata.server.ts';
import type { AttemptReference, ProviderAttemptRecord, DateRange } from '../port.server.ts';
import {
  requireConvertedAmount,
  filterDefinedEvents,
  buildClosedAttemptRecord,
  buildOpenAttemptRecord,
  type CommonPaymentEventFields,
} from '#kit/payment-results.server.ts';
import {
  createYookassaClient,
  idempotencyKeyLifetimeMs,
  YookassaPayment,
  iterateYookassaList,
  YookassaRefund,
  type YookassaHost,
} from './client.server.ts';

type About = Omit<CommonPaymentEventFields, 'dedupKey'>;

function readMoney({ value, currency }: YookassaPayment['amount']) {
  const amountMinor = currency === 'RUB' && /\.\d{2}$/.test(value) ? fromDecimal(value, currency) : undefined;
  return requireConvertedAmount('YooKassa', `"${value}"`, amountMinor, currency);
}

const buildPaidEvent = ({ id, amount }: YookassaPayment, about: About): PaymentEvent => ({
  kind: 'paid',
  dedupKey: `paid:${id}`,
  ...about,
  providerPaymentId: id,
  transactionId: id,
  ...readMoney(amount),
});

/** Undefined while the refund is pending. */
export function buildRefundEvent(refund: YookassaRefund, about: About): PaymentEvent | undefined {
  if (refund.status === 'pending') return undefined;
  return {
    kind: refund.status === 'succeeded' ? 'refunded' : 'refund-failed',
    dedupKey: `refund:${refund.id}:${refund.status}`,
    ...about,
    providerPaymentId: refund.payment_id,
    transactionId: refund.id,
    chargeId: refund.payment_id,
    ...readMoney(refund.amount),
    ...readRefundIds(refund),
  };
}

export const describeRefund = (refundId: string, isOverpayment: boolean): string =>
  `Refund ${refundId}${isOverpayment ? extraMark : ''}`;

const extraMark = ', paid twice';

/** Empty if the refund was made in YooKassa's dashboard. */
export function readRefundIds({ metadata, description = '' }: YookassaRefund): ReturnType<typeof readRefundMetadata> {
  const written = readRefundMetadata(metadata);
  if (written.refundId !== undefined) return written;
  // Refunds of the previous release have their id only in the description.
  const isOverpayment = description.endsWith(extraMark);
  const refundId = description.slice('Refund '.length, isOverpayment ? -extraMark.length : undefined);
  return description.startsWith('Refund ') && isUuid(refundId) ? { refundId, isOverpayment } : {};
}

export async function readPayment(attempt: AttemptReference, host: YookassaHost): Promise<ProviderAttemptRecord> {
  const { attemptId, providerPaymentId } = attempt;
  const payment = await (providerPaymentId === undefined
    ? findPayment(attempt, host)
    : readPaymentOfAttempt(providerPaymentId, attemptId, host));
  if (!payment || payment.status === 'pending') return buildOpenAttemptRecord();
  const about = { attemptId, isTest: payment.test };
  switch (payment.status) {
    case 'waiting_for_capture':
      host.log.warn(
        { attemptId },
        'YooKassa has authorized a payment and waits for its capture, which we never request.',
      );
      return buildOpenAttemptRecord();
    case 'canceled': {
      const kind = payment.cancellation_details?.reason === 'expired_on_confirmation' ? 'expired' : 'failed';
      return buildClosedAttemptRecord({
        kind,
        dedupKey: `${kind}:${payment.id}`,
        ...about,
        providerPaymentId: payment.id,
      });
    }
    case 'succeeded':
      if (payment.receipt_registration === 'canceled')
        host.log.warn(
          { attemptId },
          'YooKassa took a payment and could not register its receipt: an operator has to check it.',
        );
      return buildClosedAttemptRecord(...buildPaymentEvents(payment, about, await fetchRefunds(payment.id, host)));
  }
}

const buildPaymentEvents = (
  payment: YookassaPayment,
  about: About,
  refunds: readonly YookassaRefund[],
): readonly PaymentEvent[] =>
  filterDefinedEvents([buildPaidEvent(payment, about), ...refunds.map((refund) => buildRefundEvent(refund, about))]);

export async function readPaymentOfAttempt(
  paymentId: string,
  attemptId: string,
  host: YookassaHost,
): Promise<YookassaPayment> {
  const path = `/payments/${encodeURIComponent(paymentId)}`;
  const payment = await createYookassaClient(host).read({ path, subject: 'a payment', answer: YookassaPayment });
  return requireSameAttempt('YooKassa', payment, { paymentId, attemptId });
}

export async function fetchRefunds(paymentId: string, host: YookassaHost): Promise<readonly YookassaRefund[]> {
  // A second page is an error, because an incomplete list would be wrong.
  const list = { path: '/refunds', query: { payment_id: paymentId }, item: YookassaRefund, maxPages: 1 } as const;
  const refunds = await Array.fromAsync(iterateYookassaList(host, list));
  if (refunds.some((refund) => refund.payment_id !== paymentId))
    throw new Error(`YooKassa returned refunds of other payments than ${paymentId}.`);
  return refunds;
}

/** Finds the payment if the response that created it was lost. YooKassa creates it within a day of the attempt. */
async function findPayment(
  { attemptId, createdAt }: AttemptReference,
  host: YookassaHost,
): Promise<YookassaPayment | undefined> {
  const from = new Date(createdAt.getTime() - clockErrorMs);
  const to = new Date(createdAt.getTime() + idempotencyKeyLifetimeMs);
  const list = { path: '/payments', query: writeSpan({ from, to }), item: YookassaPayment, maxPages: 20 } as const;
  for await (const payment of iterateYookassaList(host, list))
    if (readAttemptId(payment.metadata) === attemptId) return payment;
  return undefined;
}

const clockErrorMs = 5 * 60_000;

/** Refunds of payments from before the period are not included. */
export async function listPayments(span: DateRange, host: YookassaHost): Promise<readonly PaymentEvent[]> {
  const events: PaymentEvent[] = [];
  const query = { ...writeSpan(span), status: 'succeeded' };
  for await (const payment of iterateYookassaList(host, {
    path: '/payments',
    query,
    item: YookassaPayment,
    maxPages: 200,
  })) {
    const attemptId = readAttemptId(payment.metadata);
    // Another shop created the payment.
    if (attemptId === undefined) continue;
    const isReturned = /[1-9]/.test(payment.refunded_amount?.value ?? '');
    const refunds = isReturned ? await fetchRefunds(payment.id, host) : [];
    events.push(...buildPaymentEvents(payment, { attemptId, isTest: payment.test }, refunds));
  }
  return events;
}

const writeSpan = ({ from, to }: DateRange) => ({
  'created_at.gte': from.toISOString(),
  'created_at.lte': to.toISOString(),
});
