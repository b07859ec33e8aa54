// Creates the payment of a purchase, and continues with the step that the response requires.
import { ApiError } from '#contract/api-error.ts';
import { isDocumentConsentMissingError } from './is-document-consent-missing-error.ts';
import { showPaymentForm } from './pay-in-form.ts';
import { toShownOrder, findSelectedMethod } from './payment-order.ts';
import type { PurchaseState } from './purchase-state.ts';
import {
  purchaseErrorMessagesForGame,
  type PaymentRequest,
  type PaymentResult,
  type PurchaseStep,
} from './purchase.ts';
import { startAwaitingPaymentResult } from './await-payment-result.ts';

export async function openPayment(
  purchase: PurchaseState,
  asked: Partial<PaymentRequest>,
  isSure: boolean,
): Promise<void> {
  const { purchaseRequest, provider, deps } = purchase;
  const before = purchase.step();
  try {
    const result = await deps.calls.createPayment({
      ...purchase.request,
      ...(provider !== undefined && { Provider: provider }),
      ...asked,
    });
    await takeAnswer(purchase, result, isSure);
  } catch (error) {
    deps.warn(`The payment for ${purchaseRequest.sku} of ${purchaseRequest.game} could not be opened.`, error);
    takeFailure(purchase, error, before, asked.EmbeddingType === 'Redirect');
  }
}

async function takeAnswer(purchase: PurchaseState, result: PaymentResult, isSure: boolean): Promise<void> {
  const order = toShownOrder(result, purchase.purchaseRequest, purchase.order);
  purchase.order = order;
  const email = result.PersonalInfoRequirements?.EmailRequirement;
  const option = await purchase.deps.findPaymentOption(result);
  if (purchase.signal.aborted) return purchase.hint('Cancelled');
  if (email && !(option && purchase.hasInfo)) {
    const { DefaultValue = '', IsRequired } = email;
    return purchase.go({
      name: 'info',
      order,
      email: DefaultValue,
      isEmailRequired: IsRequired,
      isSending: false,
      hasFailed: false,
    });
  }
  if (!option) return purchase.fail(purchaseErrorMessagesForGame.unsupported);
  purchase.provider = option.provider;
  if (isSure && option.tabUrl === undefined) return showPaymentForm(purchase, order, option);
  const chosen = findSelectedMethod(order, option.provider, purchase.method);
  return purchase.go({ name: 'confirm', order, option, chosen, isChanging: false, hasFailed: false });
}

function takeFailure(purchase: PurchaseState, error: unknown, before: PurchaseStep, wasTab: boolean): void {
  // An order that no longer accepts payments may have been paid.
  if (purchase.order && error instanceof ApiError && error.code === 'Conflict')
    return startAwaitingPaymentResult(purchase, purchase.order);
  // The buyer was asked, and did not accept the documents.
  if (isDocumentConsentMissingError(error)) return purchase.cancel(purchaseErrorMessagesForGame.notCompleted);
  if (wasTab) purchase.canUseTab = false;
  if (before.name === 'confirm') {
    purchase.provider = before.option.provider;
    const chosen = findSelectedMethod(before.order, before.option.provider, undefined);
    return purchase.go({ ...before, chosen, isChanging: false, hasFailed: true });
  }
  return purchase.fail(
    (error instanceof ApiError && error.detail) || purchaseErrorMessagesForGame.error,
    before.name === 'failed' ? before.option : undefined,
  );
}
