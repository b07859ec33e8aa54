import type { OrdersDeps } from '#server/features/orders/orders-deps.ts';
import { createOperatorOrderRoutes } from './order-routes.ts';
import { createOperatorPaymentRoutes } from './payment-routes.ts';

export const createOrderAdminFeature = ({ orders }: { readonly orders: OrdersDeps }) => ({
  routes: {
    operatorOrders: createOperatorOrderRoutes(orders),
    operatorPayments: createOperatorPaymentRoutes(orders),
  },
});
