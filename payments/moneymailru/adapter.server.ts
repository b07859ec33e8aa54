// Payments by Money.Mail.Ru, the company behind VK Pay. A signed notification or Money.Mail.Ru's records prove a
// payment; messages from the page do not.
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { paymentPageProtocol } from './payment-page-protocol.server.ts';
import { readPayment } from './payment.server.ts';
import { moneymailru } from './provider.ts';
import { manualRefundAdvice, refundPayment } from './refund.server.ts';

// Money.Mail.Ru documents no list of payments and no way to close one.
export const adapter = defineServerAdapter(moneymailru, {
  needsEmail: () => false,
  async create(payment, host) {
    const reply = await paymentPageProtocol.createUrl(payment, host);
    if (reply.outcome === 'refused') return reply;
    const { providerPaymentId, url } = reply.answer;
    const { PageOrigins } = host.settings;
    return {
      outcome: 'created',
      providerPaymentId,
      reply: { PaymentUri: url, ...(PageOrigins && { PageOrigins }) },
      ...(payment.wantsRedirect && { redirectUrl: url }),
    };
  },
  read: readPayment,
  refund: refundPayment,
  fullRefundsOnly: { remedy: manualRefundAdvice },
  parseWebhook: paymentPageProtocol.verifyCallback,
  // Used if `parseWebhook` gives no signed reply. Money.Mail.Ru resends until it gets a signed one.
  buildWebhookReply: createWebhookReplyBuilder(),
});
