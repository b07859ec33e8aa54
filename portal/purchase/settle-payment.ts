// After the buyer seems to have paid: the server reports the result.
import { awaitPayment, confirmingPace, type Pace } from './await-payment.ts';
import type { PurchaseState } from './purchase-state.ts';
import { messages, type PaymentWatch, type ShownOrder } from './purchase.ts';

export function confirmPayment(purchase: PurchaseState, order: ShownOrder): void {
  purchase.go({ name: 'confirming', order });
  void settlePayment(purchase, order);
}

export interface SettlingRules {
  /** Keeps a completed form visible for a moment, even if the server responds sooner. */
  readonly seen?: Promise<void>;
  readonly watch?: PaymentWatch | undefined;
}

export async function settlePayment(
  purchase: PurchaseState,
  order: ShownOrder,
  { seen, watch }: SettlingRules = {},
): Promise<void> {
  const { transactionId, stats } = order;
  const found = await askForPayment(purchase, order, watch?.pace ?? confirmingPace, watch?.ask);
  await seen;
  if (found === 'paid') return purchase.finish({ outcome: 'paid', transactionId, stats });
  if (found === 'cancelled') return purchase.fail(messages.notCompleted);
  return purchase.go({ name: 'late', order });
}

export function askForPayment(
  purchase: PurchaseState,
  { transactionId }: ShownOrder,
  pace: Pace,
  ask: PaymentWatch['ask'] = async (PublicOrderId) =>
    (await purchase.parts.calls.getPaymentStatus({ PublicOrderId })).CheckoutStatus,
) {
  return awaitPayment(() => ask(transactionId), pace, purchase.signal, purchase.parts.warn);
}
