// Kongregate: logins confirmed by Kongregate, payments in Kreds by its signed callbacks before and after, and friends.
// It has no list of payments and no refunds: Kreds move only if we accept.
import { refuse } from '#kit/refuse.ts';
import { defineServerAdapter } from '../port.server.ts';
import { listFriends } from './friends.server.ts';
import { kongregate } from './platform.ts';
import { verify } from './verify.server.ts';
import { buildWebhookReply, kredsCurrencyCode, parseWebhook, createOrderInfo } from './webhook.server.ts';

export const adapter = defineServerAdapter(kongregate, {
  verify,
  payments: {
    needsEmail: () => false,
    /** Nothing is created at Kongregate: its dialog names our order, and Kongregate queries it. */
    create: async ({ orderId, amountMinor, currency, buyer: { externalId = '' } }) => {
      if (currency !== kredsCurrencyCode || amountMinor < 1)
        return refuse(`Kongregate sells for Kreds (${kredsCurrencyCode}) only, and for one at least.`);
      // A guest's id is ours.
      if (!/^\d+$/.test(externalId)) return refuse('guest');
      return { outcome: 'created', reply: { OrderInfo: createOrderInfo(orderId, amountMinor) } };
    },
    read: async () => ({ events: [], isOver: false }),
    refund: async () =>
      refuse('Kreds go back by Kongregate alone: write to its support, with the number of the order.'),
    parseWebhook,
    buildWebhookReply,
  },
  calls: { friends: listFriends },
});
