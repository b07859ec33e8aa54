// A purchase with a platform's own payment. The server is always asked before the game gets a result, because a
// platform's dialog may report a cancelled payment although it took the money.
import { ApiError } from '#contract/api-error.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { PlatformError, type BrowserPaymentHint, type PlatformConnection } from '#platforms/port.browser.ts';
import { isDocumentConsentMissingError } from './is-document-consent-missing-error.ts';
import { pollPayment, confirmingPollSchedule, afterFailurePollSchedule } from './poll-payment.ts';
import { buildPlatformPaymentBlock } from './payment-handler.ts';
import { buildPaymentRequest, toShownOrder } from './payment-order.ts';
import {
  purchaseErrorMessagesForGame,
  type PurchaseOutcome,
  type PurchaseRequest,
  type ShownOrder,
} from './purchase.ts';
import type { PurchaseDeps } from './start-purchase.ts';
import { trackPurchaseOutcome } from './track-purchase-outcome.ts';

export type PlatformPurchaseDeps = Pick<PurchaseDeps, 'newKey' | 'tell' | 'warn'> & {
  readonly calls: Pick<PurchaseDeps['calls'], 'createPayment' | 'getPaymentStatus' | 'setOptimisticOrderStatus'>;
  readonly isSignedIn: () => boolean;
  /** Opens the platform's sign-in. Resolves to false if the buyer is still signed out. */
  readonly signIn: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

export async function buyOnPlatform(
  { entry, platform }: { readonly entry: PlatformEntry; readonly platform: PlatformConnection },
  purchaseRequest: PurchaseRequest,
  deps: PlatformPurchaseDeps,
): Promise<PurchaseOutcome> {
  const { purchases } = platform;
  if (!purchases) return { outcome: 'failed', message: `${entry.title} sells nothing here.` };
  const { calls, warn } = deps;
  let order: ShownOrder | undefined;
  const end = (outcome: PurchaseOutcome): PurchaseOutcome => {
    trackPurchaseOutcome(deps.tell, purchaseRequest, order, outcome);
    return outcome;
  };
  try {
    let block = purchaseRequest.block ?? (await buildPlatformPaymentBlock({ entry, platform }));
    if (!deps.isSignedIn()) {
      if (!(await deps.signIn()))
        return end({ outcome: 'cancelled', message: purchaseErrorMessagesForGame.notCompleted });
      // The platform knows the buyer only now.
      block = await buildPlatformPaymentBlock({ entry, platform });
    }
    const currency = await currencyOf(platform, purchaseRequest);
    const result = await calls.createPayment(
      buildPaymentRequest({ ...purchaseRequest, currency, block }, deps.newKey()),
    );
    order = toShownOrder(result, purchaseRequest, undefined);
    const { transactionId } = order;
    const reply = (result as Readonly<Record<string, unknown>>)[entry.replyKey ?? ''];
    const seen = await purchases
      .pay({ orderId: transactionId, sku: purchaseRequest.sku, reply })
      .catch((error: unknown): BrowserPaymentHint => {
        warn(`${entry.title} could not take the payment for ${purchaseRequest.sku}.`, error);
        return {
          outcome: 'failed',
          message: error instanceof Error ? error.message : purchaseErrorMessagesForGame.unknown,
        };
      });
    const isCompleted = seen.outcome === 'completed';
    calls
      .setOptimisticOrderStatus({ PublicOrderId: transactionId, Status: isCompleted ? 'Completed' : 'Cancelled' })
      .catch((error: unknown) => warn('The server could not be told what became of the payment.', error));
    const found = await pollPayment(
      async () => (await calls.getPaymentStatus({ PublicOrderId: transactionId })).CheckoutStatus,
      isCompleted ? confirmingPollSchedule : afterFailurePollSchedule,
      deps.signal,
      warn,
    );
    if (found === 'paid') return end({ outcome: 'paid', transactionId, stats: order.stats });
    if (isCompleted)
      return end({ outcome: 'unconfirmed', transactionId, message: purchaseErrorMessagesForGame.notCompleted });
    return end({ outcome: seen.outcome, message: seen.message });
  } catch (error) {
    warn(`The payment for ${purchaseRequest.sku} of ${purchaseRequest.game} could not be opened.`, error);
    if (error instanceof PlatformError)
      return end({ outcome: error.code === 'UserCancelled' ? 'cancelled' : 'failed', message: error.message });
    // The buyer was asked, and did not accept the documents.
    if (isDocumentConsentMissingError(error))
      return end({ outcome: 'cancelled', message: purchaseErrorMessagesForGame.notCompleted });
    return end({
      outcome: 'failed',
      message: (error instanceof ApiError && error.detail) || purchaseErrorMessagesForGame.error,
    });
  }
}

/** A platform with its own price list decides the currency. */
async function currencyOf(
  { purchases }: PlatformConnection,
  { sku, currency }: PurchaseRequest,
): Promise<string | undefined> {
  const items = await purchases?.catalogue?.();
  return items?.find((item) => item.sku === sku && !item.isForDisplay)?.currency ?? purchases?.currency ?? currency;
}
