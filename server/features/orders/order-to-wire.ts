// Orders as the contract has them.
import type { Static } from 'typebox';
import { localizedText, type Locale } from '#model/locale.ts';
import { formatMoney, toMajor, type PriceData } from '#model/money.ts';
import type { Order, OrderProduct } from '#model/order.ts';
import type { Product, ProductType } from '#model/product.ts';
import { gameHost } from '#server/features/games/public-game-config.ts';
import { saleOn } from '#server/features/store/sale-on.ts';
import type { OrderRow } from './order-rows.ts';
import type { OpenedPayment } from './orders-deps.ts';

/** @param gamesUrl where a picture is whose address is a path on the game's own host */
export function orderToWire(order: OrderRow, locale: Locale, gamesUrl: string): Static<typeof Order> {
  return {
    PublicOrderId: order.order_id,
    Status: order.status,
    OrderProducts: { MainProduct: productOf(order, locale, gamesUrl), AdditionalProducts: [] },
    TotalPrice: priceOf(order, locale),
  };
}

/** A payment that waits for its buyer, or for his address. */
export function paymentToWire(order: OrderRow, opened: OpenedPayment, locale: Locale, gamesUrl: string) {
  // Where a platform takes the money there is nothing to choose.
  const isChoice = opened.offered.every(({ family }) => family === 'payments');
  const result = {
    TransactionId: order.order_id,
    OrderPrice: priceOf(order, locale),
    OrderProduct: orderProductOf(order, locale, gamesUrl),
    ...(isChoice && { Providers: opened.offered.map(({ manifest: { id, title } }) => ({ Id: id, Title: title })) }),
  };
  if (opened.outcome === 'needs email') {
    const { suggested } = opened;
    const EmailRequirement = { IsRequired: true, ...(suggested !== undefined && { DefaultValue: suggested }) };
    return { ...result, PersonalInfoRequirements: { EmailRequirement } };
  }
  const { paymentReply } = opened.provider.manifest;
  return { ...result, ...(paymentReply && opened.reply && { [paymentReply.key]: opened.reply }) };
}

export function orderProductOf(order: OrderRow, locale: Locale, gamesUrl: string): Static<typeof OrderProduct> {
  const { imageUrl, tiers = [] } = order.product;
  const onHost = gameHost(order.game, gamesUrl);
  const isFromPriceList = tiers.length > 0 && saleOn(order.platform).by === 'platform';
  return {
    Sku: order.sku,
    Price: toMajor(moneyOf(order)),
    Currency: order.currency,
    UsdPrice: toMajor({ minor: order.usd_minor, currency: 'USD' }),
    LocalizedProductName: nameOf(order, locale),
    LocalizedProductDescription: descriptionOf(order, locale),
    ...(imageUrl !== undefined && { ImageUrl: onHost(imageUrl) }),
    ...(isFromPriceList && { UsedTieredProducts: true, TieredProductsSku: tiers.map(({ sku }) => sku) }),
  };
}

// What an operator has written goes before what a game says.
const nameOf = ({ product: { names, hints } }: OrderRow, locale: Locale): string =>
  localizedText(names, locale) || (hints?.name ?? '');

const descriptionOf = ({ product: { descriptions, hints } }: OrderRow, locale: Locale): string =>
  localizedText(descriptions, locale) || (hints?.description ?? '');

export function priceOf(order: OrderRow, locale: Locale): PriceData {
  const money = moneyOf(order);
  return { Price: toMajor(money), Currency: order.currency, LocalizedPrice: formatMoney(money, locale) };
}

const moneyOf = ({ price_minor: minor, currency }: OrderRow) => ({ minor, currency });

function productOf(order: OrderRow, locale: Locale, gamesUrl: string): Product {
  const { type, labels, imageUrl, iconUrl, showInWebStore = true, requiresDryRun = false } = order.product;
  const onHost = gameHost(order.game, gamesUrl);
  return {
    Game: order.game,
    Sku: order.sku,
    ProductName: nameOf(order, locale),
    ProductDescription: descriptionOf(order, locale),
    // As it stood in the catalogue, whose types these are.
    ProductType: type as Static<typeof ProductType>,
    Labels: [...labels],
    Quantity: order.quantity,
    ...(imageUrl !== undefined && { ImageUrl: onHost(imageUrl) }),
    ...(iconUrl !== undefined && { IconUrl: onHost(iconUrl) }),
    ShowInWebStore: showInWebStore,
    RequiresDryRun: requiresDryRun,
    Price: toMajor(moneyOf(order)),
    Currency: order.currency,
    UsdPrice: toMajor({ minor: order.usd_minor, currency: 'USD' }),
    PriceData: priceOf(order, locale),
  };
}
