// Payments by Money.Mail.Ru, the operator of VK Pay: a page of theirs in a frame of the checkout, or by itself. What the page says proves
// nothing; a notification that the operator has signed does, and so do its records.
import { replyByStatus } from '#kit/reply-by-status.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { paymentWindow } from './payment-window.server.ts';
import { readPayment } from './payment.server.ts';
import { moneymailru } from './provider.ts';
import { byHand, refundPayment } from './refund.server.ts';

// There is no list that anybody has described, and nothing that closes a payment.
export const adapter = defineServerAdapter(moneymailru, {
  needsEmail: () => false,
  async create(payment, host) {
    const reply = await paymentWindow.createUrl(payment, host);
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
  refundsWholeOnly: { remedy: byHand },
  parseWebhook: paymentWindow.verifyCallback,
  // What could not be read at all is answered by a status: without a signed word they send it again.
  buildWebhookReply: replyByStatus(),
});
