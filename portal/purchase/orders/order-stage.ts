import type { OrderSummary } from '#model/order-history.ts';

/** `open`: not known yet whether it is paid. `undelivered`: paid, but the game has not accepted the delivery for days. */
export type OrderStage = 'open' | 'paid' | 'undelivered' | 'delivered' | 'cancelled' | 'refunded';

export function orderStage({ Status, DeliveryState }: Pick<OrderSummary, 'Status' | 'DeliveryState'>): OrderStage {
  switch (Status) {
    case 'Created':
    case 'WaitingForPayment':
      return 'open';
    case 'PayedWaitingForSending':
      return DeliveryState === 'GivenUp' ? 'undelivered' : 'paid';
    case 'Completed':
      return 'delivered';
    case 'Cancelled':
      return 'cancelled';
    case 'CancelledPaid':
      return 'refunded';
    // A page that was open during an upgrade may read a newer status.
    default:
      return 'open';
  }
}

export const isOrderPending = (stage: OrderStage): boolean => stage === 'open' || stage === 'paid';

export const canRedeliver = (stage: OrderStage): boolean =>
  stage === 'paid' || stage === 'undelivered' || stage === 'delivered';
