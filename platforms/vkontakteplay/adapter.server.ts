// VK Play, as the server sees it: who plays, by a token that VK Play confirms, and money, by its billing or by a payment provider of the
// portal, as the operator sets it. What the buyer's browser says about a purchase proves nothing.
import { truncate } from '#kit/truncate.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { refuse } from '#kit/refuse.ts';
import { defineServerAdapter } from '../port.server.ts';
import { vkontakteplay } from './platform.ts';
import { plainAddress, verify } from './verify.server.ts';
import { answerWebhook, readWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(vkontakteplay, {
  verify,
  payments: {
    paymentHandler: async (_, { settings: { Provider: provider } }) =>
      provider === undefined ? 'platform' : { provider },
    needsEmail: () => false,
    /** Nothing is opened at VK Play: its script opens the window, with what is written here. */
    async create({ orderId, amountMinor, currency, product, buyer, callerAddress, request }) {
      if (buyer.externalId === undefined || request.Uid !== buyer.externalId)
        return refuse('VK Play knows the buyer as another player than the one who has signed in.');
      if (request.Currency !== currency)
        return refuse(`At VK Play the buyer pays in ${request.Currency}, and the order is in ${currency}.`);
      const purchase = {
        amount: Number(toDecimal(amountMinor, currency)),
        currency,
        description: truncate(product.name.trim() || product.sku, 120),
        // The buyer's browser sends a placeholder for it.
        ...(callerAddress !== undefined && { ip: plainAddress(callerAddress) }),
        // It comes back with the callback.
        item_id: orderId,
        uid: buyer.externalId,
      };
      return { outcome: 'created', reply: { MerchantParam: JSON.stringify(purchase) } };
    },
    // No records of VK Play are known.
    read: async () => ({ facts: [], isOver: false }),
    refund: async () =>
      refuse('VK Play gives money back in its developer cabinet, by hand, and tells us nothing of it.'),
    sendsByGet: true,
    readWebhook,
    answerWebhook,
  },
  calls: {},
});
