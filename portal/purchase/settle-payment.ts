// After the buyer has paid, as far as anybody here knows: the server says what came of it.
import { awaitPayment, confirmingPace, type Pace } from './await-payment.ts';
import type { PurchaseState } from './purchase-state.ts';
import { messages, type ShownOrder } from './purchase.ts';

export function confirmPayment(purchase: PurchaseState, order: ShownOrder): void {
  purchase.go({ name: 'confirming', order });
  void settlePayment(purchase, order);
}

/** @param seen a form that was completed is seen a moment longer, whatever the server says meanwhile */
export async function settlePayment(purchase: PurchaseState, order: ShownOrder, seen?: Promise<void>): Promise<void> {
  const { transactionId, stats } = order;
  const found = await askForPayment(purchase, order, confirmingPace);
  await seen;
  if (found === 'paid') return purchase.finish({ outcome: 'paid', transactionId, stats });
  if (found === 'cancelled') return purchase.fail(messages.notCompleted);
  return purchase.go({ name: 'late', order });
}

export function askForPayment(purchase: PurchaseState, { transactionId }: ShownOrder, pace: Pace) {
  const { calls, warn } = purchase.parts;
  return awaitPayment(
    async () => (await calls.getPaymentStatus({ PublicOrderId: transactionId })).CheckoutStatus,
    pace,
    purchase.signal,
    warn,
  );
}
