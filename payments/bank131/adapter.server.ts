// Payments by Bank 131, by card or by the banks' fast payment system (SBP), on a page of the portal. The bank keeps a session for each
// attempt; what it signs and what its API answers proves something, and a browser never does.
import { replyByStatus } from '#kit/reply-by-status.server.ts';
import { refuse } from '#kit/refuse.ts';
import { buildPaymentMetadata } from '#kit/describe-payment.server.ts';
import { buildRefundMetadata } from '#kit/payment-metadata.server.ts';
import { defineServerAdapter, type AttemptReference } from '../port.server.ts';
import { buildRefundResult } from '#kit/payment-results.server.ts';
import { calls } from './calls.server.ts';
import { askBank, isDemo, isPast, SessionAnswer, type Host } from './client.server.ts';
import { buildRefund, listPayments, readPayment, readRefund, readSession } from './payment.server.ts';
import { bank131 } from './provider.ts';
import { parseWebhook } from './webhook.server.ts';
import { writeAmount } from './write-amount.ts';

// There is no list: the bank's API has no call for it, so that nothing can be compared.
export const adapter = defineServerAdapter(bank131, {
  needsEmail: () => false,
  async create(payment, host) {
    const { attemptId, orderId, amountMinor, currency, formUrl } = payment;
    const amount = writeAmount(amountMinor, currency);
    if (!amount) return refuse(`Bank 131 takes no ${amountMinor} minor units of ${currency}.`);
    if (formUrl === undefined) throw new Error('Nobody says where the page is on which it is paid.');
    const json = {
      amount_details: amount,
      // The bank needs to know nobody by name, nor from one purchase to the next.
      customer: { reference: orderId },
      metadata: JSON.stringify(buildPaymentMetadata(payment)),
    };
    const asked = { method: 'session/create', subject: 'a new session', json, key: attemptId, answer: SessionAnswer };
    const reply = await askBank(host, asked);
    if (reply.outcome === 'refused') return reply;
    return {
      outcome: 'created',
      providerPaymentId: reply.answer.session.id,
      reply: { FormUrl: formUrl },
      redirectUrl: formUrl,
    };
  },
  read: readPayment,
  // There is no search by our ids.
  readsByName: true,
  cancel: (attempt, host) => answerSession('session/cancel', attempt, host),
  async confirm(attempt, host) {
    await answerSession('session/confirm', attempt, host);
    return [];
  },
  async refund(asked, host) {
    const { attemptId, refundId, transactionId, refundMinor, currency } = asked;
    const amount = writeAmount(refundMinor, currency);
    if (!amount) return refuse(`Bank 131 sends no ${refundMinor} minor units of ${currency} back.`);
    const find = async (session: Awaited<ReturnType<typeof readSession>>) => {
      const payment = listPayments(session).find(({ id }) => id === transactionId);
      const refund = payment?.refunds?.find((each) => readRefund(each).refundId === refundId);
      return payment && { payment, refund };
    };
    const session = await readSession(asked, host);
    const before = await find(session);
    if (!before) throw new Error(`Bank 131 knows no payment ${transactionId} in ${session.id}.`);
    const about = { attemptId, providerPaymentId: session.id, isTest: isDemo(host) };
    const tell = ({ payment, refund }: typeof before) =>
      refund && buildRefundResult('Bank 131', refund.id, buildRefund(refund, payment, about), refund.status);
    // How long the bank remembers a key is not known, and money must not go back twice after it.
    const known = tell(before);
    if (known) return known;
    const json = {
      session_id: session.id,
      amount_details: amount,
      metadata: JSON.stringify(buildRefundMetadata(asked)),
    };
    const question = { method: 'session/refund', subject: 'a refund', json, key: refundId, answer: SessionAnswer };
    const reply = await askBank(host, question);
    if (reply.outcome === 'refused') return reply;
    if (reply.answer.session.id !== session.id)
      throw new Error(`Bank 131 answers about a refund of another session than ${session.id}.`);
    const after = await find(reply.answer.session);
    return (after && tell(after)) ?? { outcome: 'pending' };
  },
  calls,
  parseWebhook,
  // 200 exactly; whatever else comes again.
  buildWebhookReply: replyByStatus(),
});

async function answerSession(method: 'session/cancel' | 'session/confirm', attempt: AttemptReference, host: Host) {
  const { providerPaymentId } = attempt;
  if (providerPaymentId === undefined) return;
  const json = { session_id: providerPaymentId };
  const reply = await askBank(host, { method, subject: method, json, answer: SessionAnswer });
  // It is past this already: a read tells where it is.
  if (reply.outcome === 'refused' && !isPast(reply)) throw new Error(reply.reason);
}
