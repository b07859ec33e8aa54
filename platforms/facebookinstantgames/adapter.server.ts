// Facebook Instant Games: players and purchases are signed with the app's secret, and the browser sends both.
import { createBrowserReportedPayments } from '../kit/claim-purchases.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { facebookinstantgames } from './platform.ts';
import { claimPurchase } from './purchases.server.ts';
import { verify } from './verify.server.ts';

export const adapter = defineServerAdapter(facebookinstantgames, {
  verify,
  // The browser buys the product with this name and passes the order id along.
  payments: createBrowserReportedPayments(facebookinstantgames, ({ product }) => ({
    StoreSpecificOrderProductSku: product.sku,
  })),
  calls: { purchase: claimPurchase },
});
