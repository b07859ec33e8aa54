// Yandex Games: players and purchases are signed with the game's key, and the browser sends both.
import { createBrowserReportedPayments } from '../kit/claim-purchases.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { yandexgames } from './platform.ts';
import { claimPurchases, redeemBonus } from './purchases.server.ts';
import { verify } from './verify.server.ts';

export const adapter = defineServerAdapter(yandexgames, {
  verify,
  // The browser buys the product with this name and passes the order id along.
  payments: createBrowserReportedPayments(yandexgames, ({ product }) => ({
    StoreSpecificOrderProductSku: product.sku,
  })),
  calls: {
    purchase: claimPurchases,
    redeemBonus,
  },
});
