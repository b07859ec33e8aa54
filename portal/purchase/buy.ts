// Buys one product, from the click to the outcome. Loaded on the first purchase.
import i18next from 'i18next';
import { toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { isSignedIn } from '#portal/session-token.ts';
import { withDocumentConsent } from './with-document-consent.ts';
import { forgetStoredOrderId, saveStoredOrderId } from './stored-order.ts';
import { findPaymentOption } from './payment-options.ts';
import { purchaseErrorMessagesForGame, type PurchaseOutcome, type PurchaseRequest } from './purchase.ts';
import { startPurchase } from './start-purchase.ts';

export async function buyProduct(
  purchaseRequest: Omit<PurchaseRequest, 'locale'>,
  openModal: OpenModal,
): Promise<PurchaseOutcome> {
  if (!isSignedIn()) await openModal('signIn', { game: purchaseRequest.game });
  if (!isSignedIn()) return { outcome: 'cancelled', message: purchaseErrorMessagesForGame.notCompleted };
  // The page's language may differ from the account's.
  const locale = toLocale(i18next.language);
  const flow = startPurchase(
    { ...purchaseRequest, locale },
    {
      calls: withDocumentConsent(apiClient.store, openModal, purchaseRequest.game),
      findPaymentOption: (result) => findPaymentOption(result, runtimeConfig.paymentOptions ?? {}, apiClient),
      newKey: () => crypto.randomUUID(),
      keep: (transactionId) => saveStoredOrderId(transactionId),
      forget: () => forgetStoredOrderId(),
      tell: pushToDataLayer,
      warn: (text, error) => log.warn(text, error),
    },
  );
  // If the back button closes the modal first, the purchase is left.
  const closed = openModal('purchase', { flow }).then(() => flow.leave());
  const [outcome] = await Promise.all([flow.ended, closed]);
  return outcome;
}
