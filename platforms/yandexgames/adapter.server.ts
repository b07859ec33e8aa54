// Yandex Games: players and purchases are signed with the key of the game, and the browser brings both.
import { sameSignature } from '#model/same-signature.server.ts';
import { createClaimedPayments } from '../kit/claim-purchases.server.ts';
import { serverHalf } from '../port.server.ts';
import { yandexgames } from './platform.ts';
import { claimPurchases } from './purchases.server.ts';
import { verify } from './verify.server.ts';

export const half = serverHalf(yandexgames, {
  verify,
  // The browser buys the product of the same name, and carries the order's id along.
  payments: createClaimedPayments(yandexgames, ({ product }) => ({ StoreSpecificOrderProductSku: product.sku })),
  calls: {
    purchase: claimPurchases,
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
