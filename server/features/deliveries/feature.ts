import type { OrdersModule } from '#server/features/orders/create-orders-module.ts';
import { readOrderRefundStates } from '#server/features/orders/refunds/read-order-refund-states.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { startDeliveryWorker, type DeliveryWorker } from './delivery-worker.ts';
import { defineEndPageRevocationsJob } from './end-page-revocations-job.ts';
import { createOrderHistoryRoutes } from './order-history-routes.ts';
import { createPagePurchaseRoutes } from './page-purchase-routes.ts';
import { createDeliveriesRoutes } from './routes.ts';
import type { WebhookEndpoints } from './endpoints.ts';
import { createOperatorWebhookRoutes } from './webhook-routes.ts';

export interface DeliveriesFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'jobs' | 'signals' | 'sealer' | 'log' | 'now' | 'random' | 'fetch' | 'metrics'
> {
  readonly orders: OrdersModule['deps'];
  readonly endpoints: WebhookEndpoints;
}

// Shorter than for job workers: a delivery that is cut off is sent again with the same id.
const stopTimeoutMs = 4000;

export function createDeliveriesFeature(deps: DeliveriesFeatureDeps) {
  const { config, database, orders } = deps;
  let deliverer: DeliveryWorker | undefined;
  return {
    routes: {
      operatorWebhooks: createOperatorWebhookRoutes(deps),
      deliveries: createDeliveriesRoutes(orders),
      store: createOrderHistoryRoutes({
        database,
        gamesUrl: config.gamesUrl,
        readRefunds: (orderIds) => readOrderRefundStates(orders, orderIds),
      }),
      pagePurchases: createPagePurchaseRoutes(orders),
    },
    jobs: [defineEndPageRevocationsJob(deps, orders)],
    startBackgroundWork: () => {
      deliverer = startDeliveryWorker({ ...deps, sendRefund: orders.sendRefund });
    },
    stop: async () => deliverer?.stop({ timeoutMs: stopTimeoutMs }),
  };
}
