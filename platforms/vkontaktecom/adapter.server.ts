// Logins by VK's signed launch URL, and payments in votes by VK's signed notifications. VK moves votes only after our
// reply, so an order missing in its records and not answered is not paid.
import { Type } from 'typebox';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { RefundResult, RefundRequest } from '#model/payment-operations.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { callVk, VkOrder, type VkHost } from './client.server.ts';
import { vkontaktecom } from './platform.ts';
import { setScore, unlock } from './results.server.ts';
import { verify, verifyOpenApiSession } from './verify.server.ts';
import {
  buildWebhookReply,
  createPaymentEvent,
  parseTransactionId,
  parseWebhook,
  votesCurrencyCode,
} from './webhook.server.ts';

export const adapter = defineServerAdapter(vkontaktecom, {
  verify,
  payments: {
    needsEmail: () => false,
    /** Nothing is created at VK: the order box names our order, and VK queries it. */
    create: async ({ amountMinor, currency }) =>
      currency === votesCurrencyCode && amountMinor > 0
        ? { outcome: 'created', reply: undefined }
        : buildRefusal(`VK sells only for votes (${votesCurrencyCode}), at least one.`),
    async read({ orderId }, host) {
      if (host.settings.ServiceKey === undefined) return { events: [], isOver: false };
      const found = await Promise.all(
        [false, true].map(async (isTest) => {
          // VK lists only the newest thousand.
          const parameters = { count: '1000', ...(isTest && { test_mode: '1' }) };
          const orders = unwrapVendorReply(await callVk('orders.get', parameters, Type.Array(VkOrder), host));
          return orders.filter(({ item }) => item === orderId).flatMap((order) => readPaymentEvents(order, isTest));
        }),
      );
      // The order box can be opened as long as the order is open.
      return { events: found.flat(), isOver: false };
    },
    refund,
    fullRefundsOnly: { remedy: 'VK takes back whole orders only.' },
    parseWebhook,
    buildWebhookReply,
  },
  calls: {
    authenticateFromOpenApi: async ({ VkSessionUser }, host, tools) =>
      tools.signIn(verifyOpenApiSession(VkSessionUser, host)),
  },
  leaderboards: { setScore },
  achievements: { unlock },
});

function readPaymentEvents({ id, item, amount, status }: VkOrder, isTest: boolean) {
  const kinds = ({ charged: ['paid'], refunded: ['paid', 'refunded'] } as const)[status] ?? [];
  return kinds.map((kind) => createPaymentEvent(kind, { id: String(id), isTest }, item, Number(amount)));
}

/** Idempotent: VK refunds an order completely or not at all. */
async function refund(asked: RefundRequest, host: VkHost): Promise<RefundResult> {
  const { transactionId, orderId, amountMinor, refundMinor, refundId, isOverpayment } = asked;
  if (host.settings.ServiceKey === undefined) return buildRefusal('Refunding votes needs the setting ServiceKey.');
  const charge = parseTransactionId(transactionId);
  if (!charge) return buildRefusal(`VK has no order ${transactionId}.`);
  if (refundMinor !== amountMinor) return buildRefusal('VK refunds only whole orders.');
  const parameters = { order_id: charge.id, ...(charge.isTest && { test_mode: '1' }) };
  const found = await callVk('orders.getById', parameters, Type.Array(VkOrder), host);
  if (found.outcome === 'refused') return found;
  const order = found.answer.find(({ id }) => String(id) === charge.id);
  if (!order) throw new Error(`VK returned nothing about its order ${charge.id}.`);
  if (order.item !== orderId || Number(order.amount) !== amountMinor)
    return buildRefusal('VK has another order under this number.');
  const event = createPaymentEvent('refunded', charge, orderId, amountMinor);
  const done = { outcome: 'done', events: [{ ...event, refundId, isOverpayment }] } as const;
  if (order.status === 'refunded') return done;
  const change = { ...parameters, action: 'refund' };
  const sent = await callVk('orders.changeState', change, Type.String({ maxLength: 40 }), host);
  if (sent.outcome === 'refused') return sent;
  return sent.answer === 'refunded' ? done : { outcome: 'pending' };
}
