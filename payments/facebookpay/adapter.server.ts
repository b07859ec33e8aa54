// Payments in Facebook's dialog, for games played on Facebook. No payment is created beforehand: the dialog gets the
// URL of a public product page, and a request id. Only Facebook's own records prove a payment.
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { defineServerAdapter } from '../port.server.ts';
import { buildCreatedResult } from '#kit/payment-results.server.ts';
import { defaultGraphVersion, postGraphRefund } from './client.server.ts';
import { lookUpRefund, readPayment } from './payment.server.ts';
import { facebookpay } from './provider.ts';
import { buildRequestId } from './request-id.server.ts';
import { verifySignedPayment } from './verify.server.ts';
import { parseWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(facebookpay, {
  needsEmail: () => false,
  productPage: ({ url, name, description, imageUrl, amountMinor, currency }) => ({
    prefix: 'og: http://ogp.me/ns# fb: http://ogp.me/ns/fb# product: http://ogp.me/ns/product#',
    tags: [
      ['og:type', 'og:product'],
      ['og:title', name],
      ['og:url', url],
      ['og:description', description || name],
      ...(imageUrl === undefined ? [] : ([['og:image', imageUrl]] as const)),
      // Facebook converts the price for buyers with other currencies.
      ['product:price:amount', toDecimal(amountMinor, currency)],
      ['product:price:currency', currency],
    ],
  }),
  async create(payment, host) {
    const { AppId, AppSecrets, Version: SdkVersion = defaultGraphVersion } = host.settings;
    const { productUrl: ProductOgUrl } = payment;
    if (ProductOgUrl === undefined) return buildRefusal('Facebook needs a product page, and this product has none.');
    const RequestId = buildRequestId(payment, ProductOgUrl, AppSecrets);
    return buildCreatedResult(host, { reply: { ProductOgUrl, RequestId, AppId, SdkVersion }, redirectUrl: undefined });
  },
  read: readPayment,
  // Facebook cannot search by our ids, and its payment id is known only after payment.
  needsProviderId: true,
  async refund(asked, host) {
    if (asked.refundMinor !== asked.amountMinor)
      return buildRefusal('Partial refunds are not supported: Facebook has no idempotency keys for refunds.');
    const found = await lookUpRefund(asked, host);
    if ('outcome' in found) return found;
    if (found.end) return found.end;
    const reply = await postGraphRefund(asked.transactionId, found.charge, host);
    if (reply.outcome === 'refused') return reply;
    const made = await lookUpRefund(asked, host);
    return ('end' in made && made.end) || { outcome: 'pending' };
  },
  fullRefundsOnly: { remedy: "Refund the part in Facebook's dashboard. The portal is notified." },
  sendsWebhooksByGet: true,
  parseWebhook,
  calls: { verify: verifySignedPayment },
  buildWebhookReply: createWebhookReplyBuilder(),
});
