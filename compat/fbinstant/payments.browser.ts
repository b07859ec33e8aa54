// Purchases that the game's page receives: the game grants a product, then consumes the purchase.
import type { PaidPurchase } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import { receivesPurchases } from '../kit/page-purchases.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import { InstantError } from './instant-error.browser.ts';
import type { Session } from './session.browser.ts';
import type { InstantPayments, InstantPurchase } from './vendor-types.ts';

export interface PaymentsModule {
  readonly payments: InstantPayments;
  /** The game was started: payments become ready, if there are any. */
  readonly begin: () => void;
  readonly isAvailable: () => boolean;
}

export function createPayments({ attempt, connected }: Pick<Session, 'attempt' | 'connected'>): PaymentsModule {
  let state: 'waiting' | 'ready' | 'unavailable' = 'waiting';
  const waiting: (() => unknown)[] = [];

  const start = async (sdk: Sdk): Promise<void> => {
    const canPay = await receivesPurchases(sdk);
    state = canPay ? 'ready' : 'unavailable';
    if (canPay) for (const callback of waiting.splice(0)) callGame(callback);
  };
  const begin = (): void => {
    const sdk = connected();
    if (sdk && state === 'waiting') void start(sdk);
  };
  const whenReady = <T>(run: (sdk: Sdk) => Promise<T>): Promise<T> =>
    attempt((sdk) => {
      if (state === 'unavailable') throw unavailable();
      if (state === 'waiting') throw new InstantError('PAYMENTS_NOT_INITIALIZED', 'Wait for payments.onReady.');
      return run(sdk);
    });
  const reject = (): Promise<never> => attempt(() => Promise.reject(unavailable()));

  return {
    begin,
    isAvailable: () => state === 'ready',
    payments: {
      onReady: (callback) => {
        if (state === 'ready') callGame(callback);
        else waiting.push(callback);
      },
      getCatalogAsync: () =>
        whenReady(async (sdk) => {
          const { products } = await sdk.payments.products();
          return products.map(({ sku, name, description, imageUrl, price, currency, localizedPrice }) => ({
            productID: sku,
            title: name,
            description,
            ...(imageUrl !== undefined && { imageURI: imageUrl }),
            price: localizedPrice,
            priceAmount: price,
            priceCurrencyCode: currency,
          }));
        }),
      purchaseAsync: (config) =>
        whenReady(async (sdk) => {
          const { productID, developerPayload } = readOptions(config);
          if (typeof productID !== 'string') throw new InstantError('INVALID_PARAM', 'productID is missing.');
          const payload = typeof developerPayload === 'string' ? { developerPayload } : {};
          const { transactionId } = await sdk.payments.purchase(productID, payload);
          // Paid, whatever happens to this question.
          const open = await sdk.payments.purchases().catch((): PaidPurchase[] => []);
          const bought = {
            purchaseId: transactionId,
            sku: productID,
            ...payload,
            purchasedAt: new Date().toISOString(),
          };
          return describePurchase(open.find(({ purchaseId }) => purchaseId === transactionId) ?? bought);
        }),
      getPurchasesAsync: () => whenReady(async (sdk) => (await sdk.payments.purchases()).map(describePurchase)),
      consumePurchaseAsync: (purchaseToken) =>
        whenReady(async (sdk) => {
          // False: granted before, so the game must not grant it again.
          if (!(await sdk.payments.consume(purchaseToken)))
            throw new InstantError('INVALID_OPERATION', 'The purchase was consumed before.');
        }),
      cancelSubscriptionAsync: reject,
      getSubscribableCatalogAsync: reject,
      getSubscriptionsAsync: reject,
      purchaseSubscribableAsync: reject,
    },
  };
}

const unavailable = (): InstantError =>
  new InstantError('CLIENT_UNSUPPORTED_OPERATION', 'This game has no purchases here.');

function describePurchase(
  purchase: Pick<PaidPurchase, 'purchaseId' | 'sku' | 'developerPayload' | 'purchasedAt'>,
): InstantPurchase {
  const { purchaseId, sku, developerPayload, purchasedAt } = purchase;
  return {
    productID: sku,
    paymentID: purchaseId,
    purchaseToken: purchaseId,
    purchaseTime: String(Math.floor(Date.parse(purchasedAt) / 1000)),
    isConsumed: false,
    paymentActionType: 'charge',
    // Only the vendor could sign it.
    signedRequest: '',
    ...(developerPayload !== undefined && { developerPayload }),
  };
}
