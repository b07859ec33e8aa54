// Payments by Stripe Checkout, in the checkout frame or on Stripe's page. Only a signed webhook or a response of
// Stripe's API proves a payment.
import type { Stripe } from 'stripe';
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { truncate } from '#kit/truncate.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { toProviderLocale, formatProductName, buildPaymentMetadata } from '#kit/describe-payment.server.ts';
import { buildRefundMetadata } from '#kit/payment-metadata.server.ts';
import { defineServerAdapter, type CreatePaymentRequest } from '../port.server.ts';
import { buildCreatedResult, buildRefundResult } from '#kit/payment-results.server.ts';
import { toStripeAmount } from './amounts.server.ts';
import { readStripeReply, createStripeClient, StripeRefund, StripeSession } from './client.server.ts';
import { buildRefundOrDisputeEvent, listPayments, readPayment, readSession } from './payment.server.ts';
import { stripe } from './provider.ts';
import { parseWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(stripe, {
  needsEmail: () => false,
  async create(payment, host) {
    const { attemptId, amountMinor, currency, wantsRedirect } = payment;
    const amount = toStripeAmount(amountMinor, currency);
    if (amount === undefined)
      return buildRefusal(`Stripe does not support a payment of ${amountMinor} minor units of ${currency}.`);
    const key = { idempotencyKey: attemptId };
    const { sessions } = createStripeClient(host).checkout;
    const asked = await readStripeReply(
      sessions.create(describeSession(payment, amount), key),
      StripeSession,
      'a new session',
    );
    if (asked.outcome === 'refused') return asked;
    const { id: providerPaymentId, url, client_secret: secret, expires_at: expiresAtS } = asked.answer;
    const way = wantsRedirect ? url : secret;
    if (!way) throw new Error(`Stripe created ${providerPaymentId} without a way to pay it.`);
    const { PublishableKey } = host.settings;
    return buildCreatedResult(host, {
      providerPaymentId,
      reply: { PublishableKey, ...(wantsRedirect ? { CheckoutUrl: way } : { SessionClientSecret: way }) },
      redirectUrl: wantsRedirect ? way : undefined,
      expiresAt: new Date(expiresAtS * 1000),
    });
  },
  read: readPayment,
  // Sessions cannot be searched by our ids.
  needsProviderId: true,
  list: listPayments,
  async cancel(attempt, host) {
    if (attempt.providerPaymentId === undefined) return;
    const { sessions } = createStripeClient(host).checkout;
    const asked = await readStripeReply(sessions.expire(attempt.providerPaymentId), StripeSession, 'a closed session');
    // Stripe rejects this for a session that is already closed or paid, which is not an error.
    if (asked.outcome === 'refused' && (await readSession(attempt, host)).status === 'open')
      throw new Error(asked.reason);
  },
  async refund(asked, host) {
    const { attemptId, refundId, transactionId, refundMinor, currency, isOverpayment } = asked;
    const amount = toStripeAmount(refundMinor, currency);
    if (amount === undefined)
      return buildRefusal(`Stripe does not support a refund of ${refundMinor} minor units of ${currency}.`);
    const request = {
      payment_intent: transactionId,
      amount,
      reason: isOverpayment ? 'duplicate' : 'requested_by_customer',
      metadata: { ...buildPaymentMetadata(asked), ...buildRefundMetadata(asked) },
    } as const;
    const sending = createStripeClient(host).refunds.create(request, { idempotencyKey: refundId });
    const reply = await readStripeReply(sending, StripeRefund, 'a refund');
    if (reply.outcome === 'refused') return reply;
    const { answer: made } = reply;
    // A refund has no `livemode` field, but a key works in one mode only.
    const isTest = !/^(sk|rk)_live_/.test(host.settings.SecretKey);
    const event = buildRefundOrDisputeEvent(made, { attemptId, isTest, dedupKey: `refund:${made.id}:${made.status}` });
    return buildRefundResult('Stripe', made.id, event, made.failure_reason ?? made.status);
  },
  parseWebhook,
  buildWebhookReply: createWebhookReplyBuilder(),
});

// Must not depend on the current time: Stripe rejects a repeated idempotency key with different parameters.
function describeSession(payment: CreatePaymentRequest, amount: number): Stripe.Checkout.SessionCreateParams {
  const { orderId, product, buyer, returnUrl } = payment;
  const metadata = buildPaymentMetadata(payment);
  const description = truncate(product.description.trim(), 500);
  return {
    mode: 'payment',
    // Banks don't allow their pages to be framed, so the embedded form offers no methods that redirect to a bank.
    ...(payment.wantsRedirect
      ? { ui_mode: 'hosted_page', success_url: returnUrl, cancel_url: returnUrl }
      : { ui_mode: 'embedded_page', redirect_on_completion: 'never' }),
    line_items: [
      {
        // Price and name cover the whole purchase.
        quantity: 1,
        price_data: {
          currency: payment.currency.toLowerCase(),
          unit_amount: amount,
          product_data: {
            name: formatProductName({ product, quantity: 1 }, 200),
            ...(description !== '' && { description }),
          },
        },
      },
    ],
    client_reference_id: orderId,
    metadata,
    // Refunds and disputes refer to the payment intent, to which Stripe does not copy the session's metadata.
    payment_intent_data: { metadata },
    // Otherwise Stripe may charge in another currency.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(chooseExpiry(payment).getTime() / 1000),
    locale: toProviderLocale(payment.locale, locales) ?? 'auto',
    ...(buyer.email !== undefined && { customer_email: buyer.email }),
  };
}

// Stripe allows 30 minutes to 24 hours. The extra 15 minutes leave time for retries.
function chooseExpiry({ createdAt, expiresAt }: CreatePaymentRequest): Date {
  const created = createdAt.getTime();
  return new Date(Math.min(Math.max(expiresAt.getTime(), created + 45 * 60_000), created + 24 * 3600_000 - 60_000));
}

const locales = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'pt-BR', 'ru', 'tr', 'zh'] as const;
