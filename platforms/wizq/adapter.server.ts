// WizQ, as far as the specification tells of it. Nothing about its signatures is public: without a test key everything is refused.
import { answerByStatus } from '#kit/answer-webhook.server.ts';
import { refuse } from '#kit/refuse.ts';
import { defineServerAdapter } from '../port.server.ts';
import { readWebhook, secureOrder, unknownOrder } from './order.server.ts';
import { wizq } from './platform.ts';
import { proxyRequest } from './proxy.server.ts';
import { closed } from './signed.server.ts';
import { verify } from './verify.server.ts';

export const adapter = defineServerAdapter(wizq, {
  verify,
  payments: {
    needsEmail: () => false,
    /** Nothing is created at WizQ: the browser brings the order there, and WizQ asks us for it. */
    async create({ orderId, amountMinor, currency, product }, { settings: { TestKey: key } }) {
      if (key === undefined) return refuse(closed);
      const SecuredOrderId = secureOrder({ orderId, sku: product.sku, amountMinor, currency }, key);
      return { outcome: 'created', reply: { SecuredOrderId } };
    },
    // No call for its records or for a refund is known.
    read: async () => ({ facts: [], isOver: false }),
    refund: async () => refuse('How WizQ sends money back is not known: ask there, and its notice is taken.'),
    readWebhook,
    answerWebhook: answerByStatus({ refused: 403, 'unknown order': unknownOrder }),
  },
  calls: { proxyRequest },
});
