// After the buyer seems to have paid, the server reports the result.
import { pollPayment, confirmingPollSchedule, type PollSchedule } from './poll-payment.ts';
import type { PurchaseState } from './purchase-state.ts';
import { purchaseErrorMessagesForGame, type PaymentPollOptions, type ShownOrder } from './purchase.ts';

export function startAwaitingPaymentResult(purchase: PurchaseState, order: ShownOrder): void {
  purchase.go({ name: 'confirming', order });
  void awaitPaymentResult(purchase, order);
}

export interface PaymentResultOptions {
  /** Keeps a completed form visible for a moment. */
  readonly seen?: Promise<void>;
  readonly watch?: PaymentPollOptions | undefined;
}

export async function awaitPaymentResult(
  purchase: PurchaseState,
  order: ShownOrder,
  { seen, watch }: PaymentResultOptions = {},
): Promise<void> {
  const { transactionId, stats } = order;
  const found = await pollOrderPayment(purchase, order, watch?.schedule ?? confirmingPollSchedule, watch?.ask);
  await seen;
  if (found === 'paid') return purchase.finish({ outcome: 'paid', transactionId, stats });
  if (found === 'cancelled') return purchase.fail(purchaseErrorMessagesForGame.notCompleted);
  return purchase.go({ name: 'late', order });
}

export function pollOrderPayment(
  purchase: PurchaseState,
  { transactionId }: ShownOrder,
  schedule: PollSchedule,
  ask: PaymentPollOptions['ask'] = async (PublicOrderId) =>
    (await purchase.deps.calls.getPaymentStatus({ PublicOrderId })).CheckoutStatus,
) {
  return pollPayment(() => ask(transactionId), schedule, purchase.signal, purchase.deps.warn);
}
