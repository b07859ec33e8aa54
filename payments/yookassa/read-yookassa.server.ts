// YooKassa's own books about one attempt: the payment, then what went back of it. This alone proves anything.
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt, Reading, Span } from '../port.server.ts';
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
  const from = new Date(createdAt.getTime() - clockErrorMs);
  const to = new Date(createdAt.getTime() + keyLifeMs);
  for await (const page of pagesOfPayments({ from, to }, {}, { host, mostPages })) {
    const found = page.find(({ metadata }) => attemptIn(metadata) === attemptId);
    if (found) return found;
  }
  return undefined;
}

/** The payments of a span, the newest first. Throws where they do not end. */
export async function* pagesOfPayments(
  { from, to }: Span,
  filter: { readonly status?: Payment['status'] },
  { host, mostPages: most }: { readonly host: Host; readonly mostPages: number },
): AsyncGenerator<readonly Payment[], void> {
  const query = new URLSearchParams({
    'created_at.gte': from.toISOString(),
    'created_at.lte': to.toISOString(),
    ...filter,
    limit: String(pageSize),
  });
  for (let page = 0; page < most; page += 1) {
    const answer = await readFrom(`payments?${query.toString()}`, host);
    const { items, next_cursor: next } = expectShape(listOf(Payment), answer, 'payments');
    yield items;
    if (next === undefined) return;
    query.set('cursor', next);
  }
  throw new Error(
    `YooKassa has more than the last ${most * pageSize} payments up to ${to.toISOString()}, and they are not read further. Look in its cabinet.`,
  );
}

const pageSize = 100;
const mostPages = 20;
const clockErrorMs = 5 * 60_000;
