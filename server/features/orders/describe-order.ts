import type { Static } from 'typebox';
import { chooseLocalizedText, type Locale } from '#model/locale.ts';
import { toMajorUnits, type PriceData } from '#model/money.ts';
import type { Order, OrderProduct } from '#model/order.ts';
import type { AdditionalProduct, Product, ProductType } from '#model/product.ts';
import type { OrderedProduct } from '#server/db/money-tables.ts';
import { resolveGameUrl } from '#server/features/games/public-game-config.ts';
import { describePriceData } from '#server/features/store/describe-product.ts';
import { findPlatformSaleTerms } from '#server/features/store/platform-sale-terms.ts';
import type { OrderRow } from './order-rows.ts';
import type { ProviderOffer, OpenedPayment } from './orders-deps.ts';
import type { LoadedProvider } from './providers/load-providers.ts';

type Additional = NonNullable<OrderedProduct['additional']>[number];

/** @param gamesUrl base address for pictures whose address is a path on the game's host */
export function describeOrder(order: OrderRow, locale: Locale, gamesUrl: string): Static<typeof Order> {
  return {
    PublicOrderId: order.order_id,
    Status: order.status,
    OrderProducts: {
      MainProduct: describeMain(order, locale, gamesUrl),
      AdditionalProducts: (order.product.additional ?? []).map((each) =>
        describeAdditional(order, each, locale, gamesUrl),
      ),
    },
    TotalPrice: describePrice(order, locale),
  };
}

export function describePayment(order: OrderRow, opened: OpenedPayment, locale: Locale, gamesUrl: string) {
  // A platform that handles the payment itself leaves no choice.
  const isChoice = opened.offered.every(({ provider }) => provider.family === 'payments');
  const result = {
    TransactionId: order.order_id,
    OrderPrice: describePrice(order, locale),
    OrderProduct: describeProduct(order, locale, gamesUrl),
    ...(isChoice && {
      Providers: opened.offered.flatMap(describeOffer),
      PaymentMethods: listPaymentMethods(opened.offered, 'provider' in opened ? opened.provider : undefined),
    }),
  };
  if (opened.outcome === 'needs-email') {
    const { suggested, acceptsPhone } = opened;
    const EmailRequirement = { IsRequired: !acceptsPhone, ...(suggested !== undefined && { DefaultValue: suggested }) };
    return { ...result, PersonalInfoRequirements: { EmailRequirement } };
  }
  const { paymentReply } = opened.provider.manifest;
  return { ...result, ...(paymentReply && opened.reply && { [paymentReply.key]: opened.reply }) };
}

/**
 * Lists each payment method once: with the provider that opened the payment, otherwise the best one that works now.
 * @param offered best first
 */
export function listPaymentMethods(offered: readonly ProviderOffer[], opened: LoadedProvider | undefined) {
  const rank = ({ provider, isFailing }: ProviderOffer): number => (provider === opened ? 0 : isFailing ? 2 : 1);
  const ranked = offered.toSorted((a, b) => rank(a) - rank(b));
  const methods = [...new Set(offered.flatMap(({ paymentMethods }) => paymentMethods))];
  return methods.flatMap((Method) => {
    const best = ranked.find(({ paymentMethods }) => paymentMethods.includes(Method));
    if (best?.provider.family !== 'payments') return [];
    const isFailing = best.isFailing && best.provider !== opened;
    return [{ Method, Provider: best.provider.manifest.id, ...(isFailing && { IsDegraded: true }) }];
  });
}

function describeOffer({ provider: { family, manifest }, paymentMethods, isFailing }: ProviderOffer) {
  if (family !== 'payments') return [];
  const { id: Id, title: Title } = manifest;
  return [{ Id, Title, PaymentMethods: [...paymentMethods], ...(isFailing && { IsDegraded: true }) }];
}

export function describeProduct(order: OrderRow, locale: Locale, gamesUrl: string): Static<typeof OrderProduct> {
  const { imageUrl, tiers = [], additional = [] } = order.product;
  const isFromPriceList = tiers.length > 0 && findPlatformSaleTerms(order.platform).by === 'platform';
  return {
    Sku: order.sku,
    Price: toMajorUnits(readMoney(order)),
    Currency: order.currency,
    UsdPrice: toMajorUnits({ minor: order.usd_minor, currency: 'USD' }),
    LocalizedProductName: formatProductName(order, locale),
    LocalizedProductDescription: describeContent(order, locale),
    ...(imageUrl !== undefined && { ImageUrl: resolveGameUrl(order.game, gamesUrl, imageUrl) }),
    ...(isFromPriceList && { UsedTieredProducts: true, TieredProductsSku: tiers.map(({ sku }) => sku) }),
    ...(additional.length > 0 && { AdditionalProducts: nameAdditional(order, locale, gamesUrl) }),
  };
}

function nameAdditional(
  { game, product }: Pick<OrderRow, 'game' | 'product'>,
  locale: Locale,
  gamesUrl: string,
): AdditionalProduct[] {
  return (product.additional ?? []).map(({ sku, names, quantity, imageUrl }) => ({
    Sku: sku,
    ProductName: chooseLocalizedText(names, locale),
    Quantity: quantity,
    ...(imageUrl !== undefined && { ImageUrl: resolveGameUrl(game, gamesUrl, imageUrl) }),
  }));
}

// Names set by the operator take precedence over the game's hints.
const formatProductName = ({ product: { names, hints } }: OrderRow, locale: Locale): string =>
  chooseLocalizedText(names, locale) || (hints?.name ?? '');

const describeContent = ({ product: { descriptions, hints } }: OrderRow, locale: Locale): string =>
  chooseLocalizedText(descriptions, locale) || (hints?.description ?? '');

export function describePrice(order: OrderRow, locale: Locale): PriceData {
  return describePriceData(order.price_minor, order.currency, locale);
}

const readMoney = ({ price_minor: minor, currency }: OrderRow) => ({ minor, currency });

function describeMain(order: OrderRow, locale: Locale, gamesUrl: string): Product {
  return {
    Game: order.game,
    Sku: order.sku,
    ProductName: formatProductName(order, locale),
    ProductDescription: describeContent(order, locale),
    ...describeKind(order, order.product, gamesUrl),
    Quantity: order.quantity,
    Price: toMajorUnits(readMoney(order)),
    Currency: order.currency,
    UsdPrice: toMajorUnits({ minor: order.usd_minor, currency: 'USD' }),
    PriceData: describePrice(order, locale),
  };
}

/** The order's price is the main product's; additional products have none. */
function describeAdditional(order: OrderRow, product: Additional, locale: Locale, gamesUrl: string): Product {
  return {
    Game: order.game,
    Sku: product.sku,
    ProductName: chooseLocalizedText(product.names, locale),
    ProductDescription: chooseLocalizedText(product.descriptions, locale),
    ...describeKind(order, product, gamesUrl),
    Quantity: product.quantity,
    Price: 0,
    Currency: order.currency,
    UsdPrice: 0,
  };
}

function describeKind(order: OrderRow, product: Omit<Additional, 'sku' | 'quantity'>, gamesUrl: string) {
  const { type, labels, imageUrl, iconUrl, showInWebStore = true, requiresDryRun = false } = product;
  return {
    // The catalogue validated the type when it was stored.
    ProductType: type as Static<typeof ProductType>,
    Labels: [...labels],
    ...(imageUrl !== undefined && { ImageUrl: resolveGameUrl(order.game, gamesUrl, imageUrl) }),
    ...(iconUrl !== undefined && { IconUrl: resolveGameUrl(order.game, gamesUrl, iconUrl) }),
    ShowInWebStore: showInWebStore,
    RequiresDryRun: requiresDryRun,
  };
}
