// A product as players see it, without the payload for the game's server.
import type { Static } from 'typebox';
import { currencyNumericCode } from '#model/currency.ts';
import { chooseLocalizedText, type Locale } from '#model/locale.ts';
import { toMajorUnits, type PriceData } from '#model/money.ts';
import type { Product, ProductType } from '#model/product.ts';
import { describePicture } from '#server/features/pictures/describe-picture.ts';
import type { ProductRow } from './catalogue-statement.ts';
import type { ChosenPrice } from './choose-price.ts';
import { formatPrice } from './format-price.ts';

interface ProductFormat {
  readonly game: string;
  readonly locale: Locale;
  readonly allLanguages: boolean;
  readonly onHost: (address: string) => string;
  readonly basePath: string;
}

export function describeStoreProduct(product: ProductRow, price: ChosenPrice, place: ProductFormat): Product {
  const { game, locale, allLanguages, onHost } = place;
  const { image_url, icon_url, tiers, additional } = product;
  const { priceMinor, currency, usdMinor, wasMinor } = price;
  const picture =
    product.picture && image_url !== null && describePicture(product.picture, onHost(image_url), place.basePath);
  const category = chooseLocalizedText(product.category, locale);
  return {
    Game: game,
    Sku: product.sku,
    ProductName: chooseLocalizedText(product.names, locale),
    ProductDescription: chooseLocalizedText(product.descriptions, locale),
    ...(allLanguages && { LocalizedNames: product.names, LocalizedDescriptions: product.descriptions }),
    ProductType: product.product_type as Static<typeof ProductType>,
    Labels: [...product.labels],
    Quantity: product.quantity,
    ...(image_url !== null && { ImageUrl: onHost(image_url) }),
    ...(picture && { Picture: picture }),
    ...(icon_url !== null && { IconUrl: onHost(icon_url) }),
    ShowInWebStore: product.show_in_web_store,
    RequiresDryRun: product.requires_dry_run,
    Price: toMajorUnits({ minor: priceMinor, currency }),
    Currency: currency,
    UsdPrice: usdMinor / 100,
    PriceData: describePriceData(priceMinor, currency, locale),
    ...(wasMinor !== undefined && { WasPrice: describePriceData(wasMinor, currency, locale) }),
    ...(category !== '' && { Category: category }),
    ...(additional.length > 0 && {
      AdditionalProducts: additional.map((each) => ({
        Sku: each.sku,
        ProductName: chooseLocalizedText(each.names, locale),
        Quantity: each.quantity,
        ...(each.image_url !== null && { ImageUrl: onHost(each.image_url) }),
      })),
    }),
    ...(tiers.length > 0 && { Tiers: tiers.map(({ sku, quantity }) => ({ Sku: sku, Quantity: quantity })) }),
  };
}

export function describePriceData(minor: number, currency: string, locale: Locale): PriceData {
  const number = currencyNumericCode(currency);
  return {
    Price: toMajorUnits({ minor, currency }),
    Currency: currency,
    ...(number !== undefined && { CurrencyIso4217: number }),
    LocalizedPrice: formatPrice({ minor, currency }, locale),
  };
}
