// Facebook Instant Games: players and purchases are signed with the secret of the app, and the browser brings both.
import { createClaimedPayments } from '../kit/claim-purchases.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { facebookinstantgames } from './platform.ts';
import { claimPurchase } from './purchases.server.ts';
import { verify } from './verify.server.ts';

export const adapter = defineServerAdapter(facebookinstantgames, {
  verify,
  // The browser buys the product of the same name, and carries the order's id along.
  payments: createClaimedPayments(facebookinstantgames, ({ product }) => ({
    StoreSpecificOrderProductSku: product.sku,
  })),
  calls: { purchase: claimPurchase },
});
