import type { Kysely } from 'kysely';
import { toMajorUnits } from '#model/money.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { Tables } from '#server/db/tables.ts';
import { buildCatalogueStatement, type ProductRow } from './catalogue-statement.ts';
import type { ProductEntry } from '#model/product-entry.ts';

export async function readProducts(db: Kysely<Tables>, game: string): Promise<ProductEntry[]> {
  const row = await buildCatalogueStatement(db, game).clearWhere().where('games.game', '=', game).executeTakeFirst();
  if (!row) throw buildUnknownGameProblem(game);
  return row.products.map(toEntry);
}

export async function readAllProducts(db: Kysely<Tables>): Promise<Map<string, ProductEntry[]>> {
  const rows = await buildCatalogueStatement(db, '').clearWhere().execute();
  const selling = rows.filter(({ products }) => products.length > 0);
  return new Map(selling.map(({ game, products }) => [game, products.map(toEntry)]));
}

function toEntry(product: ProductRow): ProductEntry {
  const { prices, country_prices, was_percent, tiers, additional, payload, image_url, icon_url } = product;
  const countries = [...new Set(country_prices.map(({ country }) => country))];
  return {
    Sku: product.sku,
    // This command validated the type.
    ProductType: product.product_type as NonNullable<ProductEntry['ProductType']>,
    Names: product.names,
    Descriptions: product.descriptions,
    Category: product.category,
    Labels: [...product.labels],
    ...(payload !== null && { Payload: payload }),
    Quantity: product.quantity,
    ...(image_url !== null && { ImageUrl: image_url }),
    ...(icon_url !== null && { IconUrl: icon_url }),
    ShowInWebStore: product.show_in_web_store,
    RequiresDryRun: product.requires_dry_run,
    ...(was_percent > 100 && { WasPercent: was_percent }),
    ...(tiers.length > 0 && { Tiers: tiers.map(({ sku, quantity }) => ({ Sku: sku, Quantity: quantity })) }),
    ...(additional.length > 0 && { AdditionalProducts: additional.map(({ sku }) => sku) }),
    Prices: majorPrices(prices),
    ...(countries.length > 0 && {
      CountryPrices: Object.fromEntries(
        countries.map((country) => [country, majorPrices(country_prices.filter((price) => price.country === country))]),
      ),
    }),
  };
}

const majorPrices = (prices: ProductRow['prices']): Record<string, number> =>
  Object.fromEntries(prices.map(({ currency, price_minor: minor }) => [currency, toMajorUnits({ minor, currency })]));
