// Replaces a game's products, in the caller's transaction. Orders keep a copy of what was ordered, so a product may be
// deleted at any time.
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { ProductEntry } from '#model/product-entry.ts';
import { majorToMinor } from './products-file.ts';

export async function writeProducts(
  trx: Transaction<Tables>,
  game: string,
  entries: readonly ProductEntry[],
): Promise<void> {
  await trx.deleteFrom('products').where('game', '=', game).execute();
  const products = entries.map((entry, position) => productRow(game, position, entry));
  for (const some of inParts(products)) await trx.insertInto('products').values(some).execute();
  const prices = entries.flatMap(({ Sku: sku, Prices }) => pricesOf(Prices).map((price) => ({ game, sku, ...price })));
  for (const some of inParts(prices)) await trx.insertInto('product_prices').values(some).execute();
  const countryPrices = entries.flatMap(({ Sku: sku, CountryPrices = {} }) =>
    Object.entries(CountryPrices).flatMap(([country, own]) =>
      pricesOf(own).map((price) => ({ game, sku, country, ...price })),
    ),
  );
  for (const some of inParts(countryPrices)) await trx.insertInto('product_country_prices').values(some).execute();
}

/** A statement accepts at most 65,535 parameters. */
function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += 1000) yield rows.slice(from, from + 1000);
}

const pricesOf = (prices: ProductEntry['Prices']): { currency: string; price_minor: number }[] =>
  Object.entries(prices).map(([currency, price]) => ({ currency, price_minor: majorToMinor(price, currency) }));

function productRow(game: string, position: number, entry: ProductEntry) {
  return {
    game,
    sku: entry.Sku,
    position,
    product_type: entry.ProductType ?? 'Consumable',
    names: JSON.stringify(entry.Names),
    descriptions: JSON.stringify(entry.Descriptions ?? {}),
    category: JSON.stringify(entry.Category ?? {}),
    labels: entry.Labels ?? [],
    payload: entry.Payload ?? null,
    quantity: entry.Quantity ?? 1,
    image_url: entry.ImageUrl ?? null,
    icon_url: entry.IconUrl ?? null,
    show_in_web_store: entry.ShowInWebStore ?? true,
    requires_dry_run: entry.RequiresDryRun ?? false,
    tiers: JSON.stringify((entry.Tiers ?? []).map(({ Sku, Quantity }) => ({ sku: Sku, quantity: Quantity }))),
    was_percent: entry.WasPercent ?? 100,
    additional_skus: entry.AdditionalProducts ?? [],
  };
}
