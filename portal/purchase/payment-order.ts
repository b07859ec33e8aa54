import type { PaymentMethod, PaymentRequest, PaymentResult, PurchaseRequest, ShownOrder } from './purchase.ts';

/** The idempotency key belongs to the click: repeated requests return the same order. */
export function buildPaymentRequest(purchaseRequest: PurchaseRequest, IdempotencyKey: string): PaymentRequest {
  const { game, sku, platform, locale, currency, developerPayload, productNameHint, productDescriptionHint } =
    purchaseRequest;
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
    // The manifest defines the block's name and schema, and the adapter is typed by it.
    ...purchaseRequest.block,
  };
}

/** @param known the order so far, because a reply about one provider does not name the others */
export function toShownOrder(
  result: PaymentResult,
  purchaseRequest: PurchaseRequest,
  known: ShownOrder | undefined,
): ShownOrder {
  const { TransactionId, OrderPrice, OrderProduct: product, Providers, PaymentMethods } = result;
  return {
    transactionId: TransactionId,
    name: product.LocalizedProductName ?? purchaseRequest.productNameHint ?? purchaseRequest.sku,
    description: product.LocalizedProductDescription ?? purchaseRequest.productDescriptionHint ?? '',
    imageUrl: product.ImageUrl,
    additional: product.AdditionalProducts,
    price: OrderPrice?.LocalizedPrice ?? `${product.Price} ${product.Currency}`,
    stats: { currency: product.Currency, currencyAmount: product.Price, usdAmount: product.UsdPrice },
    providers: keepLonger(known?.providers, Providers),
    methods: keepLonger(known?.methods, PaymentMethods),
  };
}

const keepLonger = <T>(known: T[] = [], told: T[] = []): T[] => (known.length > told.length ? known : told);

export function findSelectedMethod(
  { methods }: ShownOrder,
  provider: string,
  wanted: PaymentMethod | undefined,
): PaymentMethod | undefined {
  const own = methods.filter(({ Provider }) => Provider === provider);
  return (own.find(({ Method }) => Method === wanted) ?? own[0])?.Method;
}
