// Payments by Bank 131, by card or by SBP (the Russian fast payment system). Each attempt has a session at the bank.
// Only a signed webhook or a response of the bank's API proves a payment.
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { buildPaymentMetadata } from '#kit/describe-payment.server.ts';
import { buildRefundMetadata } from '#kit/payment-metadata.server.ts';
import { defineServerAdapter, type AttemptReference } from '../port.server.ts';
import { buildRefundResult } from '#kit/payment-results.server.ts';
import { bank131CallHandlers } from './calls.server.ts';
import {
  callBank131,
  isDemoMode,
  isWrongSessionStateRefusal,
  SessionResponse,
  type Bank131Host,
} from './client.server.ts';
import { buildRefundEvent, getSessionPayments, readPayment, readRefundIds, readSession } from './payment.server.ts';
import { bank131 } from './provider.ts';
import { parseWebhook } from './webhook.server.ts';
import { toBank131Amount } from './amount.ts';

// The bank's API cannot list payments, so there is no `list` and no reconciliation.
export const adapter = defineServerAdapter(bank131, {
  needsEmail: () => false,
  async create(payment, host) {
    const { attemptId, orderId, amountMinor, currency, formUrl } = payment;
    const amount = toBank131Amount(amountMinor, currency);
    if (!amount)
      return buildRefusal(`Bank 131 does not support a payment of ${amountMinor} minor units of ${currency}.`);
    if (formUrl === undefined) throw new Error('The address of the payment page is missing.');
    const json = {
      amount_details: amount,
      // The order's id instead of the account's, so that the bank cannot link a player's purchases.
      customer: { reference: orderId },
      metadata: JSON.stringify(buildPaymentMetadata(payment)),
    };
    const asked = { method: 'session/create', subject: 'a new session', json, key: attemptId, answer: SessionResponse };
    const reply = await callBank131(host, asked);
    if (reply.outcome === 'refused') return reply;
    return {
      outcome: 'created',
      providerPaymentId: reply.answer.session.id,
      reply: { FormUrl: formUrl },
      redirectUrl: formUrl,
    };
  },
  read: readPayment,
  // The bank's API cannot search by our ids.
  needsProviderId: true,
  cancel: (attempt, host) => answerSession('session/cancel', attempt, host),
  async confirm(attempt, host) {
    await answerSession('session/confirm', attempt, host);
    return [];
  },
  async refund(asked, host) {
    const { attemptId, refundId, transactionId, refundMinor, currency } = asked;
    const amount = toBank131Amount(refundMinor, currency);
    if (!amount)
      return buildRefusal(`Bank 131 does not support a refund of ${refundMinor} minor units of ${currency}.`);
    const find = async (session: Awaited<ReturnType<typeof readSession>>) => {
      const payment = getSessionPayments(session).find(({ id }) => id === transactionId);
      const refund = payment?.refunds?.find((each) => readRefundIds(each).refundId === refundId);
      return payment && { payment, refund };
    };
    const session = await readSession(asked, host);
    const before = await find(session);
    if (!before) throw new Error(`Bank 131 has no payment ${transactionId} in ${session.id}.`);
    const about = { attemptId, providerPaymentId: session.id, isTest: isDemoMode(host) };
    const tell = ({ payment, refund }: typeof before) =>
      refund && buildRefundResult('Bank 131', refund.id, buildRefundEvent(refund, payment, about), refund.status);
    // The bank does not document how long it remembers an idempotency key.
    const known = tell(before);
    if (known) return known;
    const json = {
      session_id: session.id,
      amount_details: amount,
      metadata: JSON.stringify(buildRefundMetadata(asked)),
    };
    const question = { method: 'session/refund', subject: 'a refund', json, key: refundId, answer: SessionResponse };
    const reply = await callBank131(host, question);
    if (reply.outcome === 'refused') return reply;
    if (reply.answer.session.id !== session.id)
      throw new Error(`Bank 131 returned a refund of another session than ${session.id}.`);
    const after = await find(reply.answer.session);
    return (after && tell(after)) ?? { outcome: 'pending' };
  },
  calls: bank131CallHandlers,
  parseWebhook,
  buildWebhookReply: createWebhookReplyBuilder(),
});

async function answerSession(
  method: 'session/cancel' | 'session/confirm',
  attempt: AttemptReference,
  host: Bank131Host,
) {
  const { providerPaymentId } = attempt;
  if (providerPaymentId === undefined) return;
  const json = { session_id: providerPaymentId };
  const reply = await callBank131(host, { method, subject: method, json, answer: SessionResponse });
  // A session that is already confirmed, cancelled or paid is not an error.
  if (reply.outcome === 'refused' && !isWrongSessionStateRefusal(reply)) throw new Error(reply.reason);
}
