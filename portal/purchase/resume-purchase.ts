import i18next from 'i18next';
import { log } from '#portal/log.ts';
import { isSignedIn } from '#portal/session-token.ts';
import { buyForGame, type GamePurchaseContext } from './buy-for-game.ts';
import { consumePendingPurchase } from './pending-purchase.ts';

/**
 * Continues a purchase whose sign-in left the page. The buyer confirms it first: their click also allows the payment
 * page to open. The game was reloaded and no longer waits for the result; its server is notified as usual.
 */
export async function resumePurchase(shop: GamePurchaseContext): Promise<void> {
  const { game, played, openModal, cover } = shop;
  const request = consumePendingPurchase({ game, platform: played.entry.id });
  if (!request || !isSignedIn()) return;
  let isWanted = false;
  await cover(() =>
    openModal('confirm', {
      title: i18next.t('purchase.title'),
      text: i18next.t('purchase.resume'),
      action: i18next.t('purchase.continue'),
      answer: ({ yes }) => (isWanted = yes),
    }),
  );
  if (!isWanted) return;
  const failed = (message: unknown): Promise<void> => {
    log.warn(`The purchase of ${request.sku} could not be continued.`, message);
    const texts = { title: i18next.t('purchase.failedTitle'), text: i18next.t('purchase.startFailed') };
    return cover(() => openModal('info', texts));
  };
  try {
    const end = await buyForGame(shop, request);
    if (end.outcome === 'failed') await failed(end.message);
  } catch (error) {
    await failed(error);
  }
}
