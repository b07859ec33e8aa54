// One purchase without rendering. All its calls share one idempotency key, so that repeated calls concern the same
// order. opening → info (if a receipt needs an address) → confirm → paying in the frame, or away in a tab → confirming
// → over. A purchase is paid only when the server confirms it.
import { closePurchase, leavePurchase } from './close-purchase.ts';
import { openPayment } from './open-payment.ts';
import { showPaymentForm, handlePaymentFormOutcome } from './pay-in-form.ts';
import { createPurchaseState, type PurchaseDeps, type PurchaseState } from './purchase-state.ts';
import type { PaymentMethod, PaymentRequest, PurchaseFlow, PurchaseRequest } from './purchase.ts';
import { sendBuyerInfo } from './send-buyer-info.ts';
import { awaitPaymentResult } from './await-payment-result.ts';

export type { PurchaseDeps } from './purchase-state.ts';

export function startPurchase(purchaseRequest: PurchaseRequest, deps: PurchaseDeps): PurchaseFlow {
  const purchase = createPurchaseState(purchaseRequest, deps);
  const { game, sku } = purchaseRequest;
  deps.tell(purchaseRequest.from === 'game' ? 'sdk_product_purchase_requested' : 'site_purchase_requested', {
    game,
    sku,
  });
  void openPayment(purchase, {}, false);
  return {
    step: purchase.step,
    subscribe: purchase.subscribe,
    ended: purchase.ended,
    sendInfo: (info) => void sendBuyerInfo(purchase, info),
    choose: (method) => chooseMethod(purchase, method),
    pay: () => pay(purchase),
    handleFormOutcome: (form) => handlePaymentFormOutcome(purchase, form),
    setBusy: (isBusy) => {
      const step = purchase.step();
      if (step.name === 'paying' && !step.isCompleted) purchase.go({ ...step, isBusy });
    },
    retry: () => retry(purchase, {}, purchase.order !== undefined),
    retryInTab: () => retry(purchase, { EmbeddingType: 'Redirect' }, true),
    close: () => closePurchase(purchase),
    leave: () => leavePurchase(purchase),
  };
}

function chooseMethod(purchase: PurchaseState, chosen: PaymentMethod): void {
  const step = purchase.step();
  if (step.name !== 'confirm' || step.isChanging) return;
  const provider = step.order.methods.find(({ Method }) => Method === chosen)?.Provider;
  if (provider === undefined) return;
  purchase.method = chosen;
  const isChanging = provider !== step.option.provider;
  purchase.go({ ...step, chosen, isChanging, hasFailed: false });
  if (!isChanging) return;
  purchase.provider = provider;
  void openPayment(purchase, {}, false);
}

function pay(purchase: PurchaseState): void {
  const step = purchase.step();
  if (step.name !== 'confirm' || step.isChanging) return undefined;
  const { order, option } = step;
  if (option.tabUrl === undefined) return showPaymentForm(purchase, order, option);
  purchase.deps.keep(order.transactionId);
  purchase.go({ name: 'away', order, tabUrl: option.tabUrl });
  void awaitPaymentResult(purchase, order, { watch: option.tabWatch });
  return undefined;
}

function retry(purchase: PurchaseState, asked: Partial<PaymentRequest>, isSure: boolean): void {
  const step = purchase.step();
  if (step.name !== 'failed' || step.isTrying) return;
  purchase.go({ ...step, isTrying: true });
  void openPayment(purchase, asked, isSure);
}
