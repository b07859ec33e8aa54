// After the buyer seems to have paid, the server reports the result.
import { pollPayment, confirmingPollSchedule, type PollSchedule } from './poll-payment.ts';
import type { PurchaseState } from './purchase-state.ts';
import { purchaseMessages, type PaymentWatch, type ShownOrder } from './purchase.ts';

export function confirmPayment(purchase: PurchaseState, order: ShownOrder): void {
  purchase.go({ name: 'confirming', order });
  void awaitPaymentResult(purchase, order);
}

export interface PaymentResultOptions {
  /** Keeps a completed form visible for a moment. */
  readonly seen?: Promise<void>;
  readonly watch?: PaymentWatch | undefined;
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
  if (found === 'cancelled') return purchase.fail(purchaseMessages.notCompleted);
  return purchase.go({ name: 'late', order });
}

export function pollOrderPayment(
  purchase: PurchaseState,
  { transactionId }: ShownOrder,
  schedule: PollSchedule,
  ask: PaymentWatch['ask'] = async (PublicOrderId) =>
    (await purchase.deps.calls.getPaymentStatus({ PublicOrderId })).CheckoutStatus,
) {
  return pollPayment(() => ask(transactionId), schedule, purchase.signal, purchase.deps.warn);
}
