// `ysdk.payments`, on the purchases that a game's page receives.
import type { PaidPurchase } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import type { Payments, Purchase } from './vendor-types.ts';
import { rethrow, YandexError } from './yandex-error.browser.ts';

export interface YandexPayments {
  /** Rejects if the game is not set up for purchases in its page. */
  readonly open: (isSigned: boolean) => Promise<Payments>;
  readonly payments: Payments;
  readonly isAvailable: () => Promise<boolean>;
}

export function createPayments(sdk: Sdk, isSignedByDefault: boolean): YandexPayments {
  let isKnown = false;
  const list = async (): Promise<PaidPurchase[]> => {
    const found = await sdk.payments.purchases().catch(rejectAsVendor);
    isKnown = true;
    return found;
  };
  // Without it a player could pay for what the page never gets.
  const requirePurchases = async (): Promise<void> => {
    if (!isKnown) await list();
  };
  const create = (isSigned: boolean): Payments => ({
    getCatalog: async () => {
      await requirePurchases();
      const { products } = await sdk.payments.products().catch(rejectAsVendor);
      return products.map((product) => ({
        id: product.sku,
        title: product.name,
        description: product.description,
        imageURI: product.imageUrl ?? '',
        price: product.localizedPrice,
        priceValue: String(product.price),
        priceCurrencyCode: product.currency,
        getPriceCurrencyImage: () => product.currencyImageUrl ?? '',
      }));
    },
    getPurchases: async () => {
      const found = await list();
      const purchases = found.map(describe);
      return isSigned ? Object.assign(purchases, { signature: sign(found.map(describeSigned)) }) : purchases;
    },
    purchase: async (options) => {
      const { id, developerPayload } = readOptions(options);
      if (typeof id !== 'string') throw new YandexError('The purchase has no product id.');
      await requirePurchases();
      const given = typeof developerPayload === 'string' ? { developerPayload } : {};
      const { transactionId } = await sdk.payments.purchase(id, given).catch(rejectAsVendor);
      const purchase = { sku: id, purchaseId: transactionId, ...given };
      return isSigned
        ? Object.assign(describe(purchase), { signature: sign(describeSigned(purchase)) })
        : describe(purchase);
    },
    consumePurchase: async (token) => {
      await sdk.payments.consume(token).catch(rejectAsVendor);
    },
  });
  return {
    payments: create(isSignedByDefault),
    open: async (isSigned) => {
      await requirePurchases();
      return create(isSigned);
    },
    isAvailable: () =>
      requirePurchases().then(
        () => true,
        () => false,
      ),
  };
}

type Named = Pick<PaidPurchase, 'purchaseId' | 'sku' | 'developerPayload'>;

const describe = ({ purchaseId, sku, developerPayload }: Named): Purchase => ({
  productID: sku,
  purchaseToken: purchaseId,
  ...(developerPayload !== undefined && { developerPayload }),
});

const describeSigned = ({ purchaseId, sku, developerPayload = '' }: Named) => ({
  token: purchaseId,
  status: 'waiting',
  errorCode: '',
  errorDescription: '',
  url: '',
  product: { id: sku },
  developerPayload,
});

/**
 * For games that decode it in the page. The part before the dot is empty, because only Yandex can make it: a server
 * that verifies it refuses it.
 */
function sign(data: object): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const bytes = new TextEncoder().encode(JSON.stringify({ algorithm: '', issuedAt, requestPayload: '', data }));
  return `.${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

function rejectAsVendor(error: unknown): never {
  if ((error as { code?: unknown }).code === 'NotSupported')
    throw new YandexError("In-app purchases aren't available for this game.");
  return rethrow(error);
}
