import type { OrderStage } from './order-stage.ts';

export function orderStageTextKey(stage: OrderStage, isLate: boolean) {
  return stage === 'open' && isLate ? 'purchase.confirmingSlowly' : texts[stage];
}

const texts = {
  open: 'purchase.confirming',
  paid: 'order.text.paid',
  undelivered: 'order.text.undelivered',
  delivered: 'order.text.delivered',
  cancelled: 'purchase.notPaid',
  refunded: 'order.text.refunded',
} as const satisfies Readonly<Record<OrderStage, string>>;
