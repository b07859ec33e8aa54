// Facebook Instant Games: players and purchases are signed with the app's secret. The browser sends both, and webhooks
// report purchases and refunds.
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { createBrowserReportedPayments } from '../kit/claim-purchases.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { buildBundle } from './bundle.server.ts';
import { facebookinstantgames } from './platform.ts';
import { claimPurchase } from './purchases.server.ts';
import { verify } from './verify.server.ts';
import { parseWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(facebookinstantgames, {
  verify,
  payments: {
    // The browser buys the product with this name.
    ...createBrowserReportedPayments(facebookinstantgames, ({ product }) => ({
      StoreSpecificOrderProductSku: product.sku,
    })),
    sendsWebhooksByGet: true,
    parseWebhook,
    buildWebhookReply: createWebhookReplyBuilder(),
  },
  calls: { purchase: claimPurchase },
  buildBundle,
});
