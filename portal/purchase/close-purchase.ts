// What it means that the buyer wants out: that depends on how far the purchase is. Once money may be on its way, nobody is told
// that nothing was paid.
import { closeForm } from './pay-in-form.ts';
import type { PurchaseState } from './purchase-state.ts';
import { messages } from './purchase.ts';

export function closePurchase(purchase: PurchaseState): void {
  const step = purchase.step();
  switch (step.name) {
    case 'opening':
    case 'confirm':
      return purchase.cancel(messages.notCompleted);
    case 'info':
      return purchase.cancel(messages.noInfo);
    case 'paying':
      return closeForm(purchase, step);
    case 'away':
    case 'confirming':
    case 'late': {
      const { transactionId } = step.order;
      return purchase.finish({ outcome: 'unconfirmed', transactionId, message: messages.notCompleted });
    }
    case 'failed':
      return purchase.finish({ outcome: 'failed', message: step.message });
    case 'over':
      return undefined;
  }
}

/** The modal has gone: there is no form any more that could be asked to end. */
export function leavePurchase(purchase: PurchaseState): void {
  const step = purchase.step();
  if (step.name === 'paying' && !step.isBusy && !step.isCompleted) return purchase.cancel(messages.closed);
  return closePurchase(purchase);
}
