// YooKassa's own list of a span: payments that succeeded, and what went back of them. A refund of an older payment is not in it.
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Span } from '../port.server.ts';
import type { Host } from './ask-yookassa.server.ts';
import { attemptIn, paidFact, refundFact } from './facts.server.ts';
import type { Payment } from './objects.server.ts';
import { pagesOfPayments, readRefunds } from './read-yookassa.server.ts';

export async function listYookassa(span: Span, host: Host): Promise<readonly PaymentFact[]> {
  const facts: PaymentFact[] = [];
  for await (const page of pagesOfPayments(span, { status: 'succeeded' }, { host, mostPages }))
    for (const payment of page) facts.push(...(await factsOf(payment, host)));
  return facts;
}

const mostPages = 200;

async function factsOf(payment: Payment, host: Host): Promise<readonly PaymentFact[]> {
  const attemptId = attemptIn(payment.metadata);
  // Of another shop window of the same shop.
  if (attemptId === undefined) return [];
  const about = { attemptId, isTest: payment.test };
  const isReturned = /[1-9]/.test(payment.refunded_amount?.value ?? '');
  const refunds = isReturned ? await readRefunds(payment.id, host) : [];
  return [paidFact(payment, about), ...refunds.map((refund) => refundFact(refund, about))].filter(
    (fact) => fact !== undefined,
  );
}
