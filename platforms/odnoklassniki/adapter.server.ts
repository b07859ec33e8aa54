// Odnoklassniki: logins by its signed launch URL, and payments in OKs. It takes money only if we accept, so a payment
// that we don't know wasn't made.
import { Type, type Static } from 'typebox';
import { truncate } from '#kit/truncate.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type {
  CreatePaymentResult,
  CreatePaymentRequest,
  RefundRequest,
  RefundResult,
} from '#model/payment-operations.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { callAsApp, type OkPaymentHost } from './client.server.ts';
import { oksCurrencyCode } from './oks.ts';
import { odnoklassniki } from './platform.ts';
import { listTransactions, OkIdSchema } from './records.server.ts';
import { verify } from './verify.server.ts';
import { buildWebhookReply, parseWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(odnoklassniki, {
  verify,
  payments: {
    needsEmail: () => false,
    create,
    read: async () => ({ events: [], isOver: false }),
    list: listTransactions,
    refund,
    fullRefundsOnly: { remedy: 'Odnoklassniki refunds only whole payments: refund all of it or nothing.' },
    sendsWebhooksByGet: true,
    parseWebhook,
    buildWebhookReply,
  },
  calls: {},
});

type Reply = Static<typeof odnoklassniki.paymentReply.block>;

/** Nothing is created there: the payment dialog names our order, and the platform queries it. */
async function create(payment: CreatePaymentRequest): Promise<CreatePaymentResult<Reply>> {
  const { orderId, amountMinor, currency, product } = payment;
  if (currency !== oksCurrencyCode || amountMinor < 1)
    return buildRefusal(`Odnoklassniki sells only for OKs (${oksCurrencyCode}), at least one.`);
  const name = product.name.trim() || product.sku;
  const reply = {
    ExtraAttributes: JSON.stringify({ orderId }),
    Name: truncate(name, 200),
    // The dialog requires one.
    Description: truncate(product.description.trim() || name, 2000),
    Price: amountMinor,
  };
  return { outcome: 'created', reply };
}

const Refunded = Type.Object({ success: Type.Boolean(), txn_id: Type.Optional(OkIdSchema) });

async function refund(request: RefundRequest, host: OkPaymentHost): Promise<RefundResult> {
  const { attemptId, refundId, transactionId, refundMinor, amountMinor, currency, isOverpayment, buyer } = request;
  if (refundMinor !== amountMinor) return buildRefusal('Odnoklassniki refunds only whole payments.');
  if (buyer?.externalId === undefined) return buildRefusal(`The payer is unknown. ${advice}`);
  const texts = { uid: buyer.externalId, transaction_id: transactionId };
  const reply = await callAsApp('payment.refundUserPayment', texts, Refunded, host);
  if (reply.outcome === 'refused') return buildRefusal(`${reply.reason} ${advice}`);
  const { success, txn_id: refundTransaction = `refund ${transactionId}` } = reply.answer;
  if (!success) return buildRefusal(`Odnoklassniki did not refund it. ${advice}`);
  const event = {
    kind: 'refunded',
    dedupKey: `refunded ${refundTransaction}`,
    attemptId,
    refundId,
    chargeId: transactionId,
    transactionId: String(refundTransaction),
    amountMinor: refundMinor,
    currency,
    isTest: host.settings.IsTest ?? false,
    isOverpayment,
  } as const;
  return { outcome: 'done', events: [event] };
}

const advice =
  "It refunds payments of the current month, to apps with VALUABLE_ACCESS. For others, ask its support with the transaction's number.";
