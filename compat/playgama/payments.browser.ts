// Purchases that the game's page receives, for games that an operator has set up for it. All others are answered as on a
// portal without payments.
import type { PaidPurchase } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import { readOptions, toText } from '../kit/read-options.browser.ts';
import { reject, rethrow } from './bridge-error.browser.ts';
import { resolveOptions, type BridgeHost } from './host.browser.ts';
import type { BridgePayments, BridgePurchase } from './vendor-types.ts';

export function createPayments({ sdk }: BridgeHost): {
  readonly payments: BridgePayments;
  /** Asks the server, so that the game can ask without waiting. */
  readonly detect: () => Promise<void>;
} {
  let isSupported = false;
  const run = async <T>(call: (opened: Sdk) => Promise<T>): Promise<T> => {
    const opened = sdk();
    if (!opened || !isSupported) return reject('Payments are not supported.');
    return call(opened).catch(rethrow);
  };
  const payments: BridgePayments = {
    get isSupported() {
      return isSupported;
    },
    get isGetCatalogSupported() {
      return isSupported;
    },
    get isGetPurchasesSupported() {
      return isSupported;
    },
    get isConsumePurchaseSupported() {
      return isSupported;
    },
    purchase: (given) =>
      run(async (opened) => {
        const id = readId(given);
        const { transactionId } = await opened.payments.purchase(id);
        return { id, orderId: transactionId };
      }),
    getPurchases: () => run(async (opened) => (await opened.payments.purchases()).map(toPurchase)),
    getCatalog: () =>
      run(async (opened) =>
        (await opened.payments.products()).products.map(
          ({ sku, name, description, localizedPrice, price, currency, currencyImageUrl }) => ({
            id: sku,
            name,
            description,
            price: localizedPrice,
            priceValue: price,
            priceCurrencyCode: currency,
            ...(currencyImageUrl !== undefined && { priceCurrencyImage: currencyImageUrl }),
          }),
        ),
      ),
    consumePurchase: (given) =>
      run(async (opened) => {
        const id = readId(given);
        const found = (await opened.payments.purchases()).find(({ sku, purchaseId }) => [sku, purchaseId].includes(id));
        if (!found || !(await opened.payments.consume(found.purchaseId))) return reject('There is no such purchase.');
        return toPurchase(found);
      }),
  };
  return {
    payments,
    detect: async () => {
      const opened = sdk();
      isSupported =
        opened?.payments.available === true &&
        (await opened.payments.purchases().then(
          () => true,
          () => false,
        ));
    },
  };
}

const toPurchase = ({ sku, purchaseId }: PaidPurchase): BridgePurchase => ({ id: sku, orderId: purchaseId });

/** First versions pass an object. */
function readId(given: unknown): string {
  const options = resolveOptions(given);
  if (typeof options === 'string') return options;
  const { id, productId, purchaseToken } = readOptions(
    options as { id?: unknown; productId?: unknown; purchaseToken?: unknown },
  );
  return toText(id ?? productId ?? purchaseToken);
}
