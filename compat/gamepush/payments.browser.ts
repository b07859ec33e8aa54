// Purchases that the game's page receives, for games that an operator has set up for it. All others are answered as on a
// platform without payments.
import type { PaidPurchase, StoreFrontProduct } from '#bridge/shapes.ts';
import { createForeignEmitter } from '../kit/emitter.browser.ts';
import { reject, rethrow } from './gamepush-error.browser.ts';
import { readTag, type GamePushHost } from './host.browser.ts';
import type { GamePushPayments, GamePushProduct, GamePushPurchase, PaymentResult } from './vendor-types.ts';

export function createPayments({ sdk, isOn }: GamePushHost): {
  readonly payments: GamePushPayments;
  /** Asks the server, so that the game can ask without waiting. */
  readonly detect: () => Promise<void>;
} {
  const { emit, ...events } = createForeignEmitter();
  let isAvailable = false;
  let products: readonly GamePushProduct[] = [];
  let purchases: readonly PaidPurchase[] = [];

  const findProduct = (tag: string): GamePushProduct | undefined => products.find((product) => product.tag === tag);
  const refresh = async (): Promise<void> => {
    purchases = await sdk.payments.purchases();
    products = (await sdk.payments.products()).products.map(toProduct);
  };
  const run = async (event: string, call: () => Promise<PaymentResult>): Promise<PaymentResult> => {
    const result = await (isAvailable ? call() : reject('payments_not_available')).catch(
      (error: unknown): PaymentResult => ({ success: false, error: (error as Error).message }),
    );
    if (result.success) emit(event, result);
    else emit(`error:${event}`, result.error);
    return result;
  };
  const describe = (purchase: PaidPurchase): PaymentResult => {
    const product = findProduct(purchase.sku);
    return { success: true, ...(product && { product }), purchase: toPurchase(purchase) };
  };

  const payments: GamePushPayments = {
    ...events,
    get isAvailable() {
      return isAvailable;
    },
    isSubscriptionsAvailable: false,
    get products() {
      return products;
    },
    get purchases() {
      return purchases.map(toPurchase);
    },
    fetchProducts: async () => {
      if (isAvailable) await refresh().catch(rethrow);
      const result = { products, playerPurchases: purchases.map(toPurchase) };
      emit('fetchProducts', result);
      return result;
    },
    purchase: (query) =>
      run('purchase', async () => {
        const { transactionId } = await sdk.payments.purchase(readTag(query)).catch(rethrow);
        await refresh().catch(rethrow);
        const bought = purchases.find(({ purchaseId }) => purchaseId === transactionId);
        return bought ? describe(bought) : reject('The purchase is not there yet.');
      }),
    consume: (query) =>
      run('consume', async () => {
        await refresh().catch(rethrow);
        const bought = purchases.find(({ sku }) => sku === readTag(query));
        if (!bought || !(await sdk.payments.consume(bought.purchaseId).catch(rethrow)))
          return reject('There is no such purchase.');
        purchases = purchases.filter((each) => each !== bought);
        return describe(bought);
      }),
    has: (idOrTag) => purchases.some(({ sku }) => sku === readTag(idOrTag)),
    getProduct: (idOrTag) => findProduct(readTag(idOrTag)) ?? null,
    subscribe: () => run('subscribe', () => reject('Subscriptions are not available here.')),
    unsubscribe: () => run('unsubscribe', () => reject('Subscriptions are not available here.')),
  };
  return {
    payments,
    detect: async () => {
      isAvailable =
        isOn &&
        sdk.payments.available &&
        (await refresh().then(
          () => true,
          () => false,
        ));
    },
  };
}

const toId = (sku: string): string | number => (/^\d{1,9}$/.test(sku) ? Number(sku) : sku);

const toProduct = ({ sku, name, description, imageUrl, price, currency }: StoreFrontProduct): GamePushProduct => ({
  id: toId(sku),
  tag: sku,
  name,
  description,
  icon: imageUrl ?? '',
  iconSmall: imageUrl ?? '',
  price,
  currency,
  currencySymbol: currency,
  isSubscription: false,
});

const toPurchase = ({ sku, developerPayload, purchasedAt }: PaidPurchase): GamePushPurchase => ({
  productId: toId(sku),
  tag: sku,
  payload: developerPayload ?? '',
  createdAt: purchasedAt,
  expiredAt: '',
  gift: false,
  subscribed: false,
});
