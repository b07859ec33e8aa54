// YooKassa's own books about one attempt: the payment, then what went back of it. This alone proves anything.
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt, Reading } from '../port.server.ts';
import { keyLifeMs, readFrom, type Host } from './ask-yookassa.server.ts';
import { attemptIn, endFact, paidFact, refundFact } from './facts.server.ts';
import { expectShape, listOf, Payment, Refund } from './objects.server.ts';

export async function readYookassa(attempt: KnownAttempt, host: Host): Promise<Reading> {
  const { attemptId, providerPaymentId } = attempt;
  const payment =
    providerPaymentId === undefined
      ? await findPayment(attempt, host)
      : await readPayment(providerPaymentId, attemptId, host);
  if (!payment) return { facts: [], isOver: false };
  const about = { attemptId, isTest: payment.test };
  switch (payment.status) {
    case 'pending':
      return { facts: [], isOver: false };
    case 'waiting_for_capture':
      host.log.warn({ attemptId }, 'YooKassa holds money and waits to be told to take it, which we never ask for.');
      return { facts: [], isOver: false };
    case 'canceled':
      return { facts: [endFact(payment, about)], isOver: true };
    case 'succeeded': {
      if (payment.receipt_registration === 'canceled')
        host.log.warn(
          { attemptId },
          'YooKassa took a payment and could not register its receipt: an operator has to look.',
        );
      const refunds = (await readRefunds(payment.id, host)).map((refund) => refundFact(refund, about));
      const facts: PaymentFact[] = [paidFact(payment, about), ...refunds.filter((fact) => fact !== undefined)];
      return { facts, isOver: true };
    }
  }
}

export async function readPayment(paymentId: string, attemptId: string, host: Host): Promise<Payment> {
  const payment = expectShape(Payment, await readFrom(`payments/${encodeURIComponent(paymentId)}`, host), 'a payment');
  if (payment.id !== paymentId) throw new Error(`YooKassa answers about another payment than ${paymentId}.`);
  if (attemptIn(payment.metadata) !== attemptId)
    throw new Error(`Payment ${paymentId} belongs to another attempt than ${attemptId}.`);
  return payment;
}

export async function readRefunds(paymentId: string, host: Host): Promise<readonly Refund[]> {
  const query = new URLSearchParams({ payment_id: paymentId, limit: String(pageSize) });
  const { items, next_cursor: next } = expectShape(
    listOf(Refund),
    await readFrom(`refunds?${query.toString()}`, host),
    'refunds',
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
  const query = new URLSearchParams({
    'created_at.gte': new Date(createdAt.getTime() - clockErrorMs).toISOString(),
    'created_at.lte': new Date(createdAt.getTime() + keyLifeMs).toISOString(),
    limit: String(pageSize),
  });
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await readFrom(`payments?${query.toString()}`, host);
    const { items, next_cursor: next } = expectShape(listOf(Payment), answer, 'payments');
    const found = items.find(({ metadata }) => attemptIn(metadata) === attemptId);
    if (found || next === undefined) return found;
    query.set('cursor', next);
  }
  throw new Error(
    `Attempt ${attemptId} is not among the last ${mostPages * pageSize} payments of its day. Look for it in YooKassa's cabinet.`,
  );
}

const pageSize = 100;
const mostPages = 20;
const clockErrorMs = 5 * 60_000;
