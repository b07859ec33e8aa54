import i18next from 'i18next';
import type { ParamsOf } from '#bridge/protocol.ts';
import { toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import type { ConnectedPlatform } from '#portal/platform/connected-platform.ts';
import { isSignedIn } from '#portal/session-token.ts';
import { purchaseErrorMessagesForGame, type PurchaseOutcome } from './purchase.ts';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';

export interface GamePurchaseContext {
  readonly game: string;
  readonly played: ConnectedPlatform;
  readonly openModal: OpenModal;
  /** Keeps the game from opening anything over the modal. */
  readonly cover: <Result>(act: () => Promise<Result>) => Promise<Result>;
  readonly signal: AbortSignal;
}

export async function buyForGame(
  shop: GamePurchaseContext,
  purchaseRequest: ParamsOf<'BuyProduct'>,
): Promise<PurchaseOutcome> {
  const { game, played, signal } = shop;
  const { entry } = played;
  const { resolvePurchaseHandler } = await import('./payment-handler.ts');
  const { handler, block } = await resolvePurchaseHandler(played, game, apiClient.store);
  if (handler === undefined) return { outcome: 'failed', message: `${entry.title} sells nothing here.` };
  const signIn = async (): Promise<boolean> => {
    const { signInToBuy } = await import('./sign-in-to-buy.ts');
    return signInToBuy(shop, purchaseRequest);
  };
  const { currency } = played.platform.purchases ?? {};
  const asked = { ...purchaseRequest, game, platform: entry.id, from: 'game' as const, currency, block };
  if (handler === 'platform') {
    const { buyOnPlatform } = await import('./buy-on-platform.ts');
    const { withDocumentConsent } = await import('./with-document-consent.ts');
    const openModal: OpenModal = (name, props) => shop.cover(() => shop.openModal(name, props));
    const deps = {
      ...purchaseDeps,
      calls: withDocumentConsent(apiClient.store, openModal, game),
      isSignedIn,
      signIn,
      signal,
    };
    return buyOnPlatform(played, { ...asked, locale: toLocale(i18next.language) }, deps);
  }
  if (!isSignedIn() && played.platform.signIn && !(await signIn()))
    return { outcome: 'cancelled', message: purchaseErrorMessagesForGame.notCompleted };
  // A purchase opens several modals in a row.
  const own = await import('./buy.ts');
  return shop.cover(() => own.buyProduct(asked, shop.openModal));
}

const purchaseDeps = {
  newKey: () => crypto.randomUUID(),
  tell: pushToDataLayer,
  warn: (text: string, error: unknown) => log.warn(text, error),
};
