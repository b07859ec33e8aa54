// Yandex Games: players and purchases are signed with the key of the game, and the browser brings both. There are no webhooks and no
// books to read: a purchase that was paid and not brought is brought at the next start, because it stays until it is consumed.
import { refuse } from '#kit/refuse.ts';
import { sameSignature } from '#model/same-signature.server.ts';
import { serverHalf } from '../port.server.ts';
import { yandexgames } from './platform.ts';
import { claimPurchases } from './purchases.server.ts';
import { verify } from './verify.server.ts';

const currency = yandexgames.storeCurrency;

export const half = serverHalf(yandexgames, {
  verify,
  payments: {
    needsEmail: () => false,
    /** Nothing is created there: the browser buys the product of the same name, and carries the order's id along. */
    create: async ({ product, amountMinor, currency: asked }) =>
      asked === currency && amountMinor > 0
        ? { outcome: 'created', reply: { StoreSpecificOrderProductSku: product.sku } }
        : refuse(`Yandex Games takes ${currency} and no ${amountMinor} ${asked}.`),
    read: async () => ({ facts: [], isOver: false }),
    refund: async () => refuse('Yandex Games gives money back only by its own support.'),
    readWebhook: async () => refuse('Yandex Games sends no webhooks.'),
    answerWebhook: () => ({ status: 404 }),
  },
  calls: {
    purchase: async ({ YandexSignedData, YandexGetPurchasesRequest }, host, tools) => ({
      TokenSuccesses: await claimPurchases(YandexSignedData, YandexGetPurchasesRequest, host, tools),
    }),
    /**
     * No public description of bonuses was found. Assumed: `YandexSecret` is what the platform's manager has agreed with the operator
     * (`BonusSecret`), and a bonus is a purchase that the platform has made itself, which the list of purchases brings, signed, at the
     * next start. So a known secret succeeds with no records of our own, and nothing is granted here; an unknown one does not.
     */
    redeemBonus: async ({ YandexSecret }, { settings: { BonusSecret } }) =>
      BonusSecret !== undefined && sameSignature(YandexSecret, BonusSecret)
        ? { Success: true, Data: { Records: [] } }
        : { Success: false },
  },
});
