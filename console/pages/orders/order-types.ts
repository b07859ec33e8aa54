import type { Static } from 'typebox';
import type { OperatorOrder, OrderStory } from '#contract/console/orders.ts';
import type { OrderStatus } from '#model/order.ts';

export type Order = Static<typeof OperatorOrder>;
export type Story = Static<typeof OrderStory>;

export const statusColors: Readonly<Record<OrderStatus, string>> = {
  Created: 'gray',
  WaitingForPayment: 'blue',
  PayedWaitingForSending: 'yellow',
  CancelledPaid: 'red',
  Cancelled: 'gray',
  Completed: 'teal',
};
