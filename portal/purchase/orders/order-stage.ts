// Where an order stands, as far as its buyer cares.
import type { OrderSummary } from '#model/order-story.ts';

/** `open`: nobody knows yet whether it is paid. `stuck`: paid, and the game has taken nothing for days. */
export type OrderStage = 'open' | 'paid' | 'stuck' | 'delivered' | 'cancelled' | 'returned';

export function orderStage({ Status, DeliveryState }: Pick<OrderSummary, 'Status' | 'DeliveryState'>): OrderStage {
  switch (Status) {
    case 'Created':
    case 'WaitingForPayment':
      return 'open';
    case 'PayedWaitingForSending':
      return DeliveryState === 'GivenUp' ? 'stuck' : 'paid';
    case 'Completed':
      return 'delivered';
    case 'Cancelled':
      return 'cancelled';
    case 'CancelledPaid':
      return 'returned';
  }
}

/** Whether the next moments may bring news of it. */
export const isMoving = (stage: OrderStage): boolean => stage === 'open' || stage === 'paid';

/** Whether it makes sense to tell the game of it once more. */
export const canRedeliver = (stage: OrderStage): boolean =>
  stage === 'paid' || stage === 'stuck' || stage === 'delivered';
