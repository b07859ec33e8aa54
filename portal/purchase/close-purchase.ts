// What closing means depends on the step. Once money may be on its way, the dialog never says that nothing was paid.
import { closePaymentForm } from './pay-in-form.ts';
import type { PurchaseState } from './purchase-state.ts';
import { purchaseErrorMessagesForGame } from './purchase.ts';

export function closePurchase(purchase: PurchaseState): void {
  const step = purchase.step();
  switch (step.name) {
    case 'opening':
    case 'confirm':
      return purchase.cancel(purchaseErrorMessagesForGame.notCompleted);
    case 'info':
      return purchase.cancel(purchaseErrorMessagesForGame.noInfo);
    case 'paying':
      return closePaymentForm(purchase, step);
    case 'away':
    case 'confirming':
    case 'late': {
      const { transactionId } = step.order;
      return purchase.finish({
        outcome: 'unconfirmed',
        transactionId,
        message: purchaseErrorMessagesForGame.notCompleted,
      });
    }
    case 'failed':
      return purchase.finish({ outcome: 'failed', message: step.message });
    case 'over':
      return undefined;
  }
}

/** The modal is gone, so there is no form left to close. */
export function leavePurchase(purchase: PurchaseState): void {
  const step = purchase.step();
  if (step.name === 'paying' && !step.isBusy && !step.isCompleted)
    return purchase.cancel(purchaseErrorMessagesForGame.closed);
  return closePurchase(purchase);
}
