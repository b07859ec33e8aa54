// Orders as the contract has them.
import type { Static } from 'typebox';
import { localizedText, type Locale } from '#model/locale.ts';
import { formatMoney, toMajor, type PriceData } from '#model/money.ts';
import type { Order, OrderProduct } from '#model/order.ts';
import type { Product, ProductType } from '#model/product.ts';
import { gameHost } from '#server/features/games/public-game-config.ts';
import type { OrderRow } from './orders-deps.ts';

/** @param gamesUrl where a picture is whose address is a path on the game's own host */
export function orderToWire(order: OrderRow, locale: Locale, gamesUrl: string): Static<typeof Order> {
  return {
    PublicOrderId: order.order_id,
    Status: order.status,
    OrderProducts: { MainProduct: productOf(order, locale, gamesUrl), AdditionalProducts: [] },
    TotalPrice: priceOf(order, locale),
  };
}

export function orderProductOf(order: OrderRow, locale: Locale, gamesUrl: string): Static<typeof OrderProduct> {
  const { names, descriptions, imageUrl } = order.product;
  const onHost = gameHost(order.game, gamesUrl);
  return {
    Sku: order.sku,
    Price: toMajor(moneyOf(order)),
    Currency: order.currency,
    UsdPrice: toMajor({ minor: order.usd_minor, currency: 'USD' }),
    LocalizedProductName: localizedText(names, locale),
    LocalizedProductDescription: localizedText(descriptions, locale),
    ...(imageUrl !== undefined && { ImageUrl: onHost(imageUrl) }),
  };
}

export function priceOf(order: OrderRow, locale: Locale): PriceData {
  const money = moneyOf(order);
  return { Price: toMajor(money), Currency: order.currency, LocalizedPrice: formatMoney(money, locale) };
}

const moneyOf = ({ price_minor: minor, currency }: OrderRow) => ({ minor, currency });

function productOf(order: OrderRow, locale: Locale, gamesUrl: string): Product {
  const { names, descriptions, type, labels, imageUrl, iconUrl } = order.product;
  const onHost = gameHost(order.game, gamesUrl);
  return {
    Game: order.game,
    Sku: order.sku,
    ProductName: localizedText(names, locale),
    ProductDescription: localizedText(descriptions, locale),
    // As it stood in the catalogue, whose types these are.
    ProductType: type as Static<typeof ProductType>,
    Labels: [...labels],
    Quantity: order.quantity,
    ...(imageUrl !== undefined && { ImageUrl: onHost(imageUrl) }),
    ...(iconUrl !== undefined && { IconUrl: onHost(iconUrl) }),
    ShowInWebStore: true,
    RequiresDryRun: false,
    Price: toMajor(moneyOf(order)),
    Currency: order.currency,
    UsdPrice: toMajor({ minor: order.usd_minor, currency: 'USD' }),
    PriceData: priceOf(order, locale),
  };
}
