// The shop of the simulated portal. Purchases last as long as the page.
import type { ParamsOf, ResultOf } from '../bridge/protocol.ts';
import type { PaidPurchase, StoreFrontProduct } from '../bridge/shapes.ts';
import { SdkError } from './sdk-error.ts';

export function createLocalPurchases(
  products: readonly StoreFrontProduct[],
  askToPay: (product: StoreFrontProduct) => boolean,
) {
  const purchases: (PaidPurchase & { isConsumed?: true })[] = [];
  return {
    BuyProduct: ({ sku, developerPayload }: ParamsOf<'BuyProduct'>): ResultOf<'BuyProduct'> => {
      const found = products.find((each) => each.sku === sku);
      if (!found)
        throw new SdkError('InvalidRequest', 'BuyProduct', `No product ${sku}: init({ local: { products } }).`, {
          parameter: 'sku',
        });
      if (!askToPay(found)) throw new SdkError('UserCancelled', 'BuyProduct', 'The purchase was cancelled.');
      const purchaseId = `local-${purchases.length + 1}`;
      purchases.push({
        purchaseId,
        sku,
        quantity: 1,
        ...(developerPayload !== undefined && { developerPayload }),
        purchasedAt: new Date().toISOString(),
        isTest: true,
      });
      const { currency, price, usdPrice } = found;
      return { transactionId: purchaseId, stats: { currency, currencyAmount: price, usdAmount: usdPrice } };
    },
    GetPurchases: (): ResultOf<'GetPurchases'> => ({ purchases: purchases.filter(({ isConsumed }) => !isConsumed) }),
    ConsumePurchase: ({ purchaseId }: ParamsOf<'ConsumePurchase'>): ResultOf<'ConsumePurchase'> => {
      const found = purchases.find((each) => each.purchaseId === purchaseId);
      if (!found)
        throw new SdkError('InvalidRequest', 'ConsumePurchase', `No purchase ${purchaseId}.`, {
          parameter: 'purchaseId',
        });
      if (found.isConsumed) return { consumed: false };
      found.isConsumed = true;
      return { consumed: true };
    },
  };
}
