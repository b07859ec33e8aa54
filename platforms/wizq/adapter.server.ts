// WizQ, as far as the specification describes it. Its signatures are not public, so without a test key everything is
// refused.
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { defineServerAdapter } from '../port.server.ts';
import { parseWebhook, signOrder, unknownOrderReply } from './order.server.ts';
import { wizq } from './platform.ts';
import { handlePageCommand } from './handle-page-command.server.ts';
import { missingTestKeyReason } from './signed-content.server.ts';
import { verify } from './verify.server.ts';

export const adapter = defineServerAdapter(wizq, {
  verify,
  payments: {
    needsEmail: () => false,
    /** Nothing is created at WizQ: the browser passes the order on, and WizQ queries it. */
    async create({ orderId, amountMinor, currency, product }, { settings: { TestKey: key } }) {
      if (key === undefined) return buildRefusal(missingTestKeyReason);
      const SecuredOrderId = signOrder({ orderId, sku: product.sku, amountMinor, currency }, key);
      return { outcome: 'created', reply: { SecuredOrderId } };
    },
    // No API for records or refunds is known.
    read: async () => ({ events: [], isOver: false }),
    refund: async () => buildRefusal('How WizQ refunds is not known. Ask there; its notification is recorded.'),
    parseWebhook,
    buildWebhookReply: createWebhookReplyBuilder({ refused: 403, 'unknown-order': unknownOrderReply }),
  },
  calls: { proxyRequest: handlePageCommand },
});
