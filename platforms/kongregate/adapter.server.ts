// Kongregate: it has no list of payments and no refunds, but Kreds move only if we accept its callback.
import { buildRefusal } from '#kit/build-refusal.ts';
import { defineServerAdapter } from '../port.server.ts';
import { listFriends } from './friends.server.ts';
import { kongregate } from './platform.ts';
import { setScore, unlock } from './statistics.server.ts';
import { verify } from './verify.server.ts';
import { buildWebhookReply, kredsCurrencyCode, parseWebhook, createOrderInfo } from './webhook.server.ts';

export const adapter = defineServerAdapter(kongregate, {
  verify,
  payments: {
    needsEmail: () => false,
    /** Nothing is created at Kongregate: its dialog names our order, and Kongregate queries it. */
    create: async ({ orderId, amountMinor, currency, buyer: { externalId = '' } }) => {
      if (currency !== kredsCurrencyCode || amountMinor < 1)
        return buildRefusal(`Kongregate sells only for Kreds (${kredsCurrencyCode}), at least one.`);
      // A guest's id is ours.
      if (!/^\d+$/.test(externalId)) return buildRefusal('guest');
      return { outcome: 'created', reply: { OrderInfo: createOrderInfo(orderId, amountMinor) } };
    },
    read: async () => ({ events: [], isOver: false }),
    refund: async () => buildRefusal('Only Kongregate can refund Kreds: write to its support, with the order number.'),
    parseWebhook,
    buildWebhookReply,
  },
  calls: { friends: listFriends },
  leaderboards: { setScore },
  achievements: { unlock },
});
