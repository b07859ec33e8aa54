// Payments by Aghanim, the merchant of record, on its checkout page in a new tab. Only a signed webhook or a response
// of Aghanim's API proves a payment.
//
// Aghanim has no idempotency keys. Every order carries its attempt's id in the metadata, and a retry first searches for
// an existing order. If an attempt still gets two orders and both are paid, the second payment is an overpayment.
import { Type } from 'typebox';
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { truncate } from '#kit/truncate.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { toCheckoutStatus } from '#model/order.ts';
import { toProviderLocale, formatProductName, buildPaymentMetadata } from '#kit/describe-payment.server.ts';
import { defineServerAdapter, type CreatePaymentResultOf, type CreatePaymentRequest } from '../port.server.ts';
import { toUnixSeconds, createAghanimClient, CreatedAghanimOrder, type AghanimHost } from './client.server.ts';
import {
  buildPaymentEvent,
  readSaleOfOrder,
  findOrdersOfAttempt,
  listPayments,
  readOrderOfAttempt,
  readPayment,
  readOrderState,
} from './payment.server.ts';
import { aghanim } from './provider.ts';
import { parseWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(aghanim, {
  needsEmail: () => false,
  async create(payment, host) {
    if (wasAskedBefore(payment, host)) {
      const [found] = await findOrdersOfAttempt(payment, host);
      if (found?.checkout_url !== undefined)
        return tellCreation({ order_id: found.id, checkout_url: found.checkout_url }, payment);
    }
    const json = describeOrder(payment);
    const reply = await createAghanimClient(host).ask({
      subject: 'a new order',
      path: '/v1/orders',
      json,
      answer: CreatedAghanimOrder,
    });
    return reply.outcome === 'refused' ? reply : tellCreation(reply.answer, payment);
  },
  read: readPayment,
  list: listPayments,
  async cancel(attempt, host) {
    const { providerPaymentId } = attempt;
    if (providerPaymentId === undefined) return;
    const path = `/v1/orders/${encodeURIComponent(providerPaymentId)}/expire`;
    const asked = { subject: 'the end of an order', method: 'PATCH' as const, path, answer: Type.Unknown() };
    const reply = await createAghanimClient(host).ask(asked);
    // Aghanim rejects this for an order that is authorized, paid or closed, which is not an error.
    if (
      reply.outcome === 'refused' &&
      readOrderState(await readOrderOfAttempt(attempt, providerPaymentId, host)) === 'open'
    )
      throw new Error(reply.reason);
  },
  async refund(asked, host) {
    const { attemptId, refundId, transactionId, refundMinor, amountMinor, isOverpayment } = asked;
    if (refundMinor !== amountMinor) return buildRefusal(`Aghanim refunds only whole orders. ${remedy}`);
    const path = `/v1/orders/${encodeURIComponent(transactionId)}/refund`;
    const json = { reason: `${isOverpayment ? 'Paid twice' : 'Undone'} (${refundId})` };
    const reply = await createAghanimClient(host).ask({ subject: 'a refund', path, json, answer: Type.Unknown() });
    // Aghanim also rejects the retry of a refund whose response was lost. The order's status tells whether the refund
    // was made.
    const order = await readOrderOfAttempt(asked, transactionId, host);
    if (order.status === 'refunded') {
      const source = { attemptId, isTest: host.settings.Sandbox, toldBy: `read:${order.id}` };
      return { outcome: 'done', events: [buildPaymentEvent('refunded', readSaleOfOrder(order), source)] };
    }
    return reply.outcome === 'answered' || order.status === 'refund_requested' ? { outcome: 'pending' } : reply;
  },
  fullRefundsOnly: { remedy: 'For a partial refund, ask Aghanim, the seller.' },
  calls: {
    // Polled every second, so it reads our own database; `refresh` reads Aghanim's record at most once every few
    // seconds.
    async status(_, __, tools) {
      const { status } = tools.payment;
      if (status === 'Created' || status === 'WaitingForPayment') await tools.refresh();
      return { Status: toCheckoutStatus(status) };
    },
  },
  parseWebhook,
  buildWebhookReply: createWebhookReplyBuilder(),
});

const remedy = 'For a partial refund, ask Aghanim, the seller.';

/** The first request follows within seconds of the attempt's creation. */
const wasAskedBefore = ({ createdAt }: CreatePaymentRequest, { now }: AghanimHost): boolean =>
  now().getTime() - createdAt.getTime() > momentMs;

const momentMs = 3_000;

const tellCreation = (
  { order_id: providerPaymentId, checkout_url: url }: { readonly order_id: string; readonly checkout_url: string },
  { expiresAt }: CreatePaymentRequest,
): CreatePaymentResultOf<typeof aghanim> => ({
  outcome: 'created',
  providerPaymentId,
  reply: { CheckoutUrl: url },
  redirectUrl: url,
  expiresAt,
});

// Aghanim rejects the whole order if one field is invalid, so optional fields that may be invalid are left out.
function describeOrder(payment: CreatePaymentRequest): object {
  const { amountMinor, currency, product, buyer, callerAddress, returnUrl, expiresAt } = payment;
  const description = truncate(product.description.trim(), 500);
  const name = truncate(buyer.name.trim(), 100);
  const locale = toProviderLocale(payment.locale, locales);
  return {
    player_id: buyer.accountId,
    items: [
      {
        sku: product.sku,
        name: formatProductName(payment, 200),
        quantity: 1,
        ...(description !== '' && { description }),
      },
    ],
    price_decimal: Number(toDecimal(amountMinor, currency)),
    currency,
    currency_preferred: true,
    coupons_enabled: false,
    metadata: buildPaymentMetadata(payment),
    // Aghanim's guides and API reference disagree about the default: one day or three.
    expires_at: toUnixSeconds(expiresAt),
    platform: 'other',
    back_to_store_url: returnUrl,
    redirect_settings: { mode: 'immediate', target: 'store' },
    ...(name !== '' && { player_info: { name } }),
    ...(buyer.email !== undefined && { email: buyer.email }),
    ...(buyer.country !== undefined && { country: buyer.country }),
    ...(callerAddress !== undefined && { ip_address: callerAddress }),
    ...(locale !== undefined && { locale }),
  };
}

const locales = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'pt-BR', 'ru', 'tr', 'uk', 'zh'] as const;
