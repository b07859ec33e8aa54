import type { FastifyInstance } from 'fastify';
import type * as providerManifests from '#payments/registry.ts';
import type { PlatformCallsDeps } from '#server/features/game-sign-in/platform-calls.ts';
import type { CatalogueDeps } from '#server/features/store/routes.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { ApiHandlers, AreaHandlers } from '#server/http/implement-api.ts';
import { claimPurchase, findGrantedOrder, grantGift } from './claims/claim-purchase.ts';
import { countWrongReceipt, checkWrongReceiptLimit } from './claims/wrong-receipts.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { createPortalOrdersModule, type PortalOrdersModuleDeps } from './create-portal-orders-module.ts';
import { mountProductPages } from './product-pages/mount-product-pages.ts';
import { resolvePaymentHandler } from './providers/choose-provider.ts';
import { createProviderCallHandlers } from './providers/provider-calls.ts';
import { createRedirectRoutes } from './redirect/redirect-routes.ts';
import { refundForPlayer } from './refunds/refund-for-player.ts';
import { mountPaymentReturns } from './returns/payment-returns.ts';
import { createOrderRoutes } from './routes.ts';
import { mountWebhooks } from './webhooks/mount-webhooks.ts';

type ProviderArea = Extract<keyof ApiHandlers, keyof typeof providerManifests>;

export interface OrdersFeatureDeps extends PortalOrdersModuleDeps {
  readonly policy: HeaderPolicy;
}

export function createOrdersFeature({ policy, ...deps }: OrdersFeatureDeps) {
  const { gamesUrl, basePath, publicUrl } = deps.config;
  const { deps: orders, jobs } = createPortalOrdersModule(deps);
  const resolveHandler: CatalogueDeps['resolveHandler'] = async (sale) =>
    (await resolvePaymentHandler(orders, sale))?.handler;
  return {
    deps: orders,
    claims: createClaims(orders),
    resolveHandler,
    jobs,
    routes: {
      // The contract and these handlers are built from the same manifests.
      ...(createProviderCallHandlers({ orders, gamesUrl }) as unknown as Pick<ApiHandlers, ProviderArea>),
      store: {
        ...createOrderRoutes({ orders, portalOrigin: publicUrl.origin, gamesUrl }),
        ...createRedirectRoutes({ orders, policy, basePath }),
        requestRefund: async ({ session, body }) => ({
          Outcome: await refundForPlayer(orders, session, body.PublicOrderId),
        }),
      } satisfies Partial<AreaHandlers<'store'>>,
    },
    mount: async (app: FastifyInstance) => {
      await mountWebhooks(app, { ...orders, gamesUrl });
      mountProductPages(app, { ...orders, gamesUrl, policy });
      mountPaymentReturns(app, { ...orders, policy });
    },
  };
}

const createClaims = (
  orders: OrdersDeps,
): Pick<PlatformCallsDeps, 'claim' | 'findGranted' | 'give' | 'wrongReceipts'> => ({
  claim: (...purchase) => claimPurchase(orders, ...purchase),
  findGranted: (...purchase) => findGrantedOrder(orders, ...purchase),
  give: (...gift) => grantGift(orders, ...gift),
  wrongReceipts: {
    check: (accountId) => checkWrongReceiptLimit(orders.database.kysely, accountId),
    count: (accountId, receipt) => countWrongReceipt(orders.database.kysely, accountId, receipt),
  },
});
