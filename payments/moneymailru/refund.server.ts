// The contract names the refund method, so an operator enters it in the settings; without it, refunds are made by hand.
// Idempotency keys are not documented, so only whole payments are refunded, which cannot happen twice.
import { Type } from 'typebox';
import { buildRefusal } from '#kit/build-refusal.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import type { VendorReply } from '#kit/call-vendor.server.ts';
import type { RefundResult, RefundRequest } from '../port.server.ts';
import { callMoneyMailRu, transactionIdSchema, vendorName, type MoneyMailRuHost } from './client.server.ts';
import { readPaymentOfAttempt, readRefundEvents, normaliseTransactionId } from './payment.server.ts';

export const manualRefundAdvice = `Refund it at ${vendorName}. The portal is notified.`;

export async function refundPayment(asked: RefundRequest, host: MoneyMailRuHost): Promise<RefundResult> {
  const { attemptId, transactionId: charge, refundMinor, amountMinor } = asked;
  const payment = await readPaymentOfAttempt({ ...asked, providerPaymentId: charge }, host);
  const gone = (await readRefundEvents(payment, attemptId, host)).filter(({ kind }) => kind === 'refunded');
  const goneMinor = gone.reduce((sum, event) => sum + (event.amountMinor ?? 0), 0);
  if (gone.length > 0 && goneMinor >= refundMinor) return { outcome: 'done', events: gone };
  if (refundMinor !== amountMinor || gone.length > 0)
    return buildRefusal(`This API does not support partial refunds. ${manualRefundAdvice}`);
  const { RefundMethod: method } = host.settings;
  if (method === undefined)
    return buildRefusal(`RefundMethod is not set: the contract's documentation names it. ${manualRefundAdvice}`);
  const reply = await callRefundMethod(method, { charge: payment.transaction_id, asked }, host);
  if (reply.outcome === 'refused') return reply;
  return { outcome: 'pending', providerRefundId: normaliseTransactionId(reply.answer.transaction_id) };
}

function callRefundMethod(
  method: string,
  { charge, asked }: { readonly charge: string; readonly asked: RefundRequest },
  host: MoneyMailRuHost,
): Promise<VendorReply<{ readonly transaction_id: string }>> {
  const { refundMinor, currency } = asked;
  const body = { transaction_id: charge, amount: toDecimal(refundMinor, currency), currency };
  return callMoneyMailRu(host, { method, body, subject: 'a refund', answer: Refunded });
}

const Refunded = Type.Object({ transaction_id: transactionIdSchema });
