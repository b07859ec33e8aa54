// Payments by YooKassa, as a widget in the checkout frame or on YooKassa's page. Only a response of YooKassa's API
// proves a payment.
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { formatProductName, buildPaymentMetadata } from '#kit/describe-payment.server.ts';
import { buildRefundMetadata } from '#kit/payment-metadata.server.ts';
import { defineServerAdapter, type CreatePaymentResultOf } from '../port.server.ts';
import { buildCreatedResult, buildRefundResult } from '#kit/payment-results.server.ts';
import {
  idempotencyKeyLifetimeMs,
  YookassaPayment,
  postToYookassa,
  YookassaRefund,
  type YookassaHost,
} from './client.server.ts';
import { buildRefundEvent, describeRefund, listPayments, readPaymentOfAttempt } from './payment.server.ts';
import { readPayment, readRefundIds, fetchRefunds } from './payment.server.ts';
import { yookassa } from './provider.ts';
import { parseWebhook } from './webhook.server.ts';

// There is no `cancel`: YooKassa can cancel only authorized payments, and ours are captured at once.
export const adapter = defineServerAdapter(yookassa, {
  needsEmail: (settings) => settings.Receipt !== undefined,
  acceptsPhone: (settings) => settings.Receipt?.AcceptPhone === true,
  async create(payment, host) {
    const { attemptId, amountMinor, currency, createdAt, buyer } = payment;
    const amount = writeAmount(amountMinor, currency);
    if (!amount)
      return buildRefusal(`YooKassa does not support a payment of ${amountMinor} minor units of ${currency}.`);
    if (host.now().getTime() - createdAt.getTime() > idempotencyKeyLifetimeMs - hourMs)
      throw new Error(
        `Attempt ${attemptId} is too old: YooKassa may have forgotten it and would create another payment.`,
      );
    if (lacksContact(buyer, host)) return buildRefusal("The receipt needs the buyer's email address.");
    const name = formatProductName(payment, 128);
    const isRedirect = payment.wantsRedirect || host.settings.Confirmation === 'Redirect';
    const locale = payment.locale === 'ru' ? 'ru_RU' : 'en_US';
    // Must not depend on the current time: YooKassa rejects a repeated idempotency key with a different body.
    const json = {
      amount,
      capture: true,
      confirmation: isRedirect
        ? { type: 'redirect', return_url: payment.returnUrl, locale }
        : { type: 'embedded', locale },
      description: name,
      metadata: buildPaymentMetadata(payment),
      ...writeReceipt({ name, amount, buyer }, host),
    };
    const asked = { path: '/payments', subject: 'a new payment', json, answer: YookassaPayment };
    const reply = await postToYookassa(host, attemptId, asked);
    return reply.outcome === 'refused' ? reply : tellCreation(reply.answer, isRedirect, host);
  },
  read: readPayment,
  list: listPayments,
  async refund(asked, host) {
    const { attemptId, refundId, transactionId, refundMinor, currency, isOverpayment, buyer } = asked;
    const amount = writeAmount(refundMinor, currency);
    if (!amount)
      return buildRefusal(`YooKassa does not support a refund of ${refundMinor} minor units of ${currency}.`);
    const payment = await readPaymentOfAttempt(transactionId, attemptId, host);
    const about = { attemptId, isTest: payment.test };
    const tell = (made: YookassaRefund) =>
      buildRefundResult('YooKassa', made.id, buildRefundEvent(made, about), made.cancellation_details?.reason);
    // YooKassa forgets an idempotency key after a day.
    const made = (await fetchRefunds(payment.id, host)).find((each) => readRefundIds(each).refundId === refundId);
    if (made) return tell(made);
    if (lacksContact(buyer, host))
      return buildRefusal(
        "The receipt needs the buyer's email address, which was erased. Refund it in YooKassa's dashboard.",
      );
    const json = {
      payment_id: payment.id,
      amount,
      description: describeRefund(refundId, isOverpayment),
      metadata: buildRefundMetadata(asked),
      ...writeReceipt({ name: payment.description ?? 'Refund', amount, buyer }, host),
    };
    const reply = await postToYookassa(host, refundId, {
      path: '/refunds',
      subject: 'a refund',
      json,
      answer: YookassaRefund,
    });
    if (reply.outcome === 'refused') return reply;
    if (reply.answer.payment_id !== payment.id)
      throw new Error(`YooKassa returned a refund of another payment than ${payment.id}.`);
    return tell(reply.answer);
  },
  parseWebhook,
  buildWebhookReply: createWebhookReplyBuilder(),
});

function tellCreation(
  payment: YookassaPayment,
  isRedirect: boolean,
  host: YookassaHost,
): CreatePaymentResultOf<typeof yookassa> {
  const { id: providerPaymentId, confirmation, created_at: created } = payment;
  const { confirmation_url: url, confirmation_token: token } = confirmation ?? {};
  const createdMs = Date.parse(created);
  if (isRedirect && url !== undefined && URL.canParse(url))
    return { outcome: 'created', providerPaymentId, reply: { Redirect: true, ConfirmationUrl: url }, redirectUrl: url };
  if (isRedirect || token === undefined || Number.isNaN(createdMs))
    throw new Error(`YooKassa created ${providerPaymentId} without a way to pay it.`);
  const reply = { Redirect: false, ConfirmationToken: token };
  const expiresAt = new Date(createdMs + tokenLifeMs);
  return buildCreatedResult(host, { providerPaymentId, reply, redirectUrl: undefined, expiresAt });
}

const hourMs = 3600_000;
// A token is valid for an hour. The margin keeps the buyer from getting one that is about to expire.
const tokenLifeMs = hourMs - 5 * 60_000;

/** Undefined if YooKassa does not support the amount or the currency. */
function writeAmount(minor: number, currency: string) {
  const isAmount = currency === 'RUB' && Number.isSafeInteger(minor) && minor > 0;
  return isAmount ? { value: toDecimal(minor, currency), currency } : undefined;
}

type Contact = { readonly email?: string; readonly phone?: string } | undefined;

/** The email address is enough for the receipt. The phone number is sent only in its place. */
function chooseContact(buyer: Contact, { settings }: YookassaHost): Contact {
  if (buyer?.email !== undefined) return { email: buyer.email };
  return settings.Receipt?.AcceptPhone && buyer?.phone !== undefined ? { phone: buyer.phone } : undefined;
}

const lacksContact = (buyer: Contact, host: YookassaHost): boolean =>
  host.settings.Receipt !== undefined && chooseContact(buyer, host) === undefined;

/** Russian law (54-FZ) requires a receipt. A single line has the whole amount, so the lines always add up. */
function writeReceipt(
  { name, amount, buyer }: { name: string; amount: object; buyer: Contact },
  host: YookassaHost,
): object {
  const { Receipt: rules } = host.settings;
  if (!rules) return {};
  const { VatCode: vat_code, PaymentMode: payment_mode, PaymentSubject: payment_subject, TaxSystemCode: taxes } = rules;
  const items = [{ description: name, quantity: 1, amount, vat_code, payment_mode, payment_subject }];
  return {
    receipt: { customer: chooseContact(buyer, host), items, ...(taxes !== undefined && { tax_system_code: taxes }) },
  };
}
