// Items are the game's products, and the player's items what they have paid for and the game hasn't used.
import type { PaidPurchase } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import { receivesPurchases } from '../kit/page-purchases.browser.ts';
import { readPlayer } from '../kit/player.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import { createIncentivizedAds } from './ads.browser.ts';
import { createEvents } from './events.browser.ts';
import type { KongregateMtx, ResultCallback } from './vendor-types.ts';

export function createMtx(sdk: Sdk): KongregateMtx {
  const { emit, ...events } = createEvents();
  // The vendor's items have numbers.
  const purchaseIds: string[] = [];
  const toItemId = (purchaseId: string): number => {
    if (!purchaseIds.includes(purchaseId)) purchaseIds.push(purchaseId);
    return purchaseIds.indexOf(purchaseId) + 1;
  };
  const fetchPurchases = async (username: unknown): Promise<PaidPurchase[]> => {
    const own = [null, undefined, '', readPlayer(sdk.player.info)?.name] as unknown[];
    if (!own.includes(username)) throw new Error('A game sees the items of its own player only.');
    return sdk.payments.purchases();
  };
  const purchase = async (items: unknown): Promise<boolean> => {
    const [item, ...others] = (Array.isArray(items) ? items : []) as (
      | string
      | { identifier?: string; data?: string }
    )[];
    const sku = typeof item === 'string' ? item : item?.identifier;
    // One order has one product.
    if (typeof sku !== 'string' || others.length > 0) return false;
    if (!(await receivesPurchases(sdk))) return false;
    const data = typeof item === 'object' && typeof item.data === 'string' ? { developerPayload: item.data } : {};
    await sdk.payments.purchase(sku, data);
    return true;
  };
  const answer = <T>(callback: ((result: T) => unknown) | undefined, result: Promise<T>, otherwise: T): void =>
    void result.then(
      (done) => callGame(callback, done),
      () => callGame(callback, otherwise),
    );
  const fail = (callback: ResultCallback | undefined): void =>
    answer(callback, Promise.resolve({ success: false }), { success: false });

  return {
    ...events,
    ...createIncentivizedAds(sdk, emit),
    requestItemList: (_, callback) => {
      const listed = sdk.payments.products().then(({ products }) => ({
        success: true,
        data: products.map(({ sku, name, description, price, imageUrl }, at) => ({
          id: at + 1,
          identifier: sku,
          name,
          description,
          price,
          tags: [],
          image_url: imageUrl ?? '',
        })),
      }));
      answer(callback, listed, { success: false, data: [] });
    },
    requestUserItemList: (username, callback) => {
      const listed = fetchPurchases(username).then((purchases) => ({
        success: true,
        data: purchases.map(({ purchaseId, sku, developerPayload = '' }) => ({
          id: toItemId(purchaseId),
          identifier: sku,
          data: developerPayload,
          remaining_uses: 1,
        })),
      }));
      answer(callback, listed, { success: false, data: [] });
    },
    purchaseItems: (items, callback) =>
      answer(
        callback,
        purchase(items).then((success) => ({ success })),
        { success: false },
      ),
    purchaseItemsRemote: (_, callback) => fail(callback),
    useItemInstance: (id, callback) => {
      const purchaseId = purchaseIds[id - 1];
      const used = purchaseId === undefined ? Promise.resolve(false) : sdk.payments.consume(purchaseId);
      answer(
        callback,
        used.then((success) => ({ success, id })),
        { success: false, id },
      );
    },
    showKredPurchaseDialog: () => undefined,
  };
}
