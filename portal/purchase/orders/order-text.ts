import type { OrderStage } from './order-stage.ts';

/** The text key for an order's status. */
export function orderText(stage: OrderStage, isLate: boolean) {
  return stage === 'open' && isLate ? 'purchase.late' : texts[stage];
}

const texts = {
  open: 'purchase.confirming',
  paid: 'order.text.paid',
  stuck: 'order.text.stuck',
  delivered: 'order.text.delivered',
  cancelled: 'purchase.notPaid',
  returned: 'order.text.returned',
} as const satisfies Readonly<Record<OrderStage, string>>;
