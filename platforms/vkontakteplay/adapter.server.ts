// Logins by a token that VK Play confirms, and payments by VK Play's billing or by the portal's providers, as the
// operator chooses.
import { truncate } from '#kit/truncate.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { defineServerAdapter } from '../port.server.ts';
import { vkontakteplay } from './platform.ts';
import { toIpv4, verify } from './verify.server.ts';
import { buildWebhookReply, parseWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(vkontakteplay, {
  verify,
  payments: {
    paymentHandler: async (_, { settings: { Provider: provider } }) =>
      provider === undefined ? 'platform' : { provider },
    needsEmail: () => false,
    /** Nothing is created at VK Play: its script opens the payment window with these fields. */
    async create({ orderId, amountMinor, currency, product, buyer, callerAddress, request }) {
      if (buyer.externalId === undefined || request.Uid !== buyer.externalId)
        return buildRefusal('The buyer at VK Play is not the player who signed in.');
      if (request.Currency !== currency)
        return buildRefusal(`The buyer pays in ${request.Currency} at VK Play, but the order is in ${currency}.`);
      const purchase = {
        amount: Number(toDecimal(amountMinor, currency)),
        currency,
        description: truncate(product.name.trim() || product.sku, 120),
        // The buyer's browser sends only a placeholder.
        ...(callerAddress !== undefined && { ip: toIpv4(callerAddress) }),
        item_id: orderId,
        uid: buyer.externalId,
      };
      return { outcome: 'created', reply: { MerchantParam: JSON.stringify(purchase) } };
    },
    // VK Play has no known records API.
    read: async () => ({ events: [], isOver: false }),
    refund: async () => buildRefusal("VK Play refunds by hand, in its developer console, and doesn't notify us."),
    sendsWebhooksByGet: true,
    parseWebhook,
    buildWebhookReply,
  },
  calls: {},
});
