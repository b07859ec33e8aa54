// The provider's form in the frame. What it reports is only a hint for the server.
import type { PaymentOutcome } from '#payments/port.browser.ts';
import { afterFailurePollSchedule, openFormPollSchedule } from './poll-payment.ts';
import type { PurchaseState } from './purchase-state.ts';
import { purchaseErrorMessagesForGame, type PaymentOption, type PurchaseStep, type ShownOrder } from './purchase.ts';
import { pollOrderPayment, startAwaitingPaymentResult, awaitPaymentResult } from './await-payment-result.ts';

export function showPaymentForm(purchase: PurchaseState, order: ShownOrder, option: PaymentOption): void {
  purchase.deps.keep(order.transactionId);
  purchase.go({ name: 'paying', order, option, isBusy: false, isClosing: false, isCompleted: false });
  void watchForm(purchase, order, option);
}

export function handlePaymentFormOutcome(purchase: PurchaseState, form: PaymentOutcome): void {
  const step = purchase.step();
  if (step.name !== 'paying' || step.isCompleted) return undefined;
  if (form.outcome === 'completed') return completeForm(purchase);
  const message = form.message || purchaseErrorMessagesForGame.unknown;
  if (step.isClosing || form.outcome === 'cancelled')
    return step.option.payHere ? void doubtDialog(purchase, step.order, message) : purchase.cancel(message);
  purchase.hint('Cancelled');
  return purchase.fail(message, step.option);
}

/** A platform's dialog may report a failure although money was taken, so the server is asked first. */
async function doubtDialog(purchase: PurchaseState, order: ShownOrder, message: string): Promise<void> {
  const { transactionId, stats } = order;
  purchase.go({ name: 'confirming', order });
  const found = await pollOrderPayment(purchase, order, afterFailurePollSchedule);
  if (found === 'paid') purchase.finish({ outcome: 'paid', transactionId, stats });
  else purchase.cancel(message);
}

export function closePaymentForm(purchase: PurchaseState, paying: PurchaseStep & { name: 'paying' }): void {
  if (paying.isCompleted || paying.isClosing) return undefined;
  // The buyer has pressed the provider's button: money may be on its way.
  if (paying.isBusy) return startAwaitingPaymentResult(purchase, paying.order);
  purchase.go({ ...paying, isClosing: true });
  setTimeout(() => {
    const step = purchase.step();
    if (step.name === 'paying' && step.isClosing) purchase.cancel(purchaseErrorMessagesForGame.closed);
  }, closingMs);
  return undefined;
}

/** Polls the order, because a form may fail to report completion. */
async function watchForm(purchase: PurchaseState, order: ShownOrder, option: PaymentOption): Promise<void> {
  const found = await pollOrderPayment(purchase, order, openFormPollSchedule);
  const step = purchase.step();
  if (found === 'paid' && step.name === 'paying' && step.option === option) completeForm(purchase);
}

function completeForm(purchase: PurchaseState): void {
  const step = purchase.step();
  if (step.name !== 'paying' || step.isCompleted) return;
  const { order } = step;
  purchase.hint('Completed');
  purchase.go({ ...step, isCompleted: true, isBusy: false, isClosing: false });
  const seen = new Promise<void>((resolve) => {
    setTimeout(() => {
      purchase.go({ name: 'confirming', order });
      resolve();
    }, completedMs);
  });
  void awaitPaymentResult(purchase, order, { seen });
}

const completedMs = 1000;
const closingMs = 1000;
