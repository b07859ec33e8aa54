// Kongregate, as the server sees it: who plays, by Kongregate's own word; Kreds, by its signed callbacks, which it asks before and tells
// after; and friends. It has no list of what was paid and no way to send Kreds back: they move when we have answered well, or not.
import { refuse } from '#kit/refuse.ts';
import { defineServerAdapter } from '../port.server.ts';
import { listFriends } from './friends.server.ts';
import { kongregate } from './platform.ts';
import { verify } from './verify.server.ts';
import { answerWebhook, kreds, readWebhook, writeOrderInfo } from './webhook.server.ts';

export const adapter = defineServerAdapter(kongregate, {
  verify,
  payments: {
    needsEmail: () => false,
    /** There is nothing to create at Kongregate: its dialog names the order, and Kongregate asks us for it. */
    create: async ({ orderId, amountMinor, currency, buyer: { externalId = '' } }) => {
      if (currency !== kreds || amountMinor < 1)
        return refuse(`Kongregate sells for Kreds (${kreds}) only, and for one at least.`);
      // The id of a guest is ours.
      if (!/^\d+$/.test(externalId)) return refuse('guest');
      return { outcome: 'created', reply: { OrderInfo: writeOrderInfo(orderId, amountMinor) } };
    },
    read: async () => ({ facts: [], isOver: false }),
    refund: async () =>
      refuse('Kreds go back by Kongregate alone: write to its support, with the number of the order.'),
    readWebhook,
    answerWebhook,
  },
  calls: { friends: listFriends },
});
