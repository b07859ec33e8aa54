// What is asked of the server for a purchase, and what of its answer the buyer sees.
import type { PaymentMethod, PaymentRequest, PaymentResult, PurchaseRequest, ShownOrder } from './purchase.ts';

/** The key is that of the click: with it, whatever is asked again is the same order. */
export function buildRequest(wish: PurchaseRequest, IdempotencyKey: string): PaymentRequest {
  const { game, sku, platform, locale, currency, developerPayload, productNameHint, productDescriptionHint } = wish;
  return {
    Game: game,
    Sku: sku,
    WebPublishingPlatform: platform,
    EmbeddingType: 'Embed',
    IdempotencyKey,
    ...(locale !== undefined && { Locale: locale }),
    ...(currency !== undefined && { Currency: currency }),
    ...(developerPayload !== undefined && { DeveloperPayload: { MerchantDeveloperPayload: developerPayload } }),
    ...(productNameHint !== undefined && { ProductNameHint: productNameHint }),
    ...(productDescriptionHint !== undefined && { ProductDescriptionHint: productDescriptionHint }),
    // The manifest names the block and says what is in it; the adapter is typed by it.
    ...wish.block,
  };
}

/** @param known what was told of it before; an answer about one provider does not name the others */
export function describeOrder(result: PaymentResult, wish: PurchaseRequest, known: ShownOrder | undefined): ShownOrder {
  const { TransactionId, OrderPrice, OrderProduct: product, Providers, PaymentMethods } = result;
  return {
    transactionId: TransactionId,
    name: product.LocalizedProductName ?? wish.productNameHint ?? wish.sku,
    description: product.LocalizedProductDescription ?? wish.productDescriptionHint ?? '',
    imageUrl: product.ImageUrl,
    additional: product.AdditionalProducts,
    price: OrderPrice?.LocalizedPrice ?? `${product.Price} ${product.Currency}`,
    stats: { currency: product.Currency, currencyAmount: product.Price, usdAmount: product.UsdPrice },
    providers: keepLonger(known?.providers, Providers),
    methods: keepLonger(known?.methods, PaymentMethods),
  };
}

const keepLonger = <T>(known: T[] = [], told: T[] = []): T[] => (known.length > told.length ? known : told);

/** The method that is shown as chosen while this provider has the payment: the buyer's own choice, else the provider's first. */
export function findChosen(
  { methods }: ShownOrder,
  provider: string,
  wanted: PaymentMethod | undefined,
): PaymentMethod | undefined {
  const own = methods.filter(({ Provider }) => Provider === provider);
  return (own.find(({ Method }) => Method === wanted) ?? own[0])?.Method;
}
