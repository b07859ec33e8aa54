// Public product pages, from which some providers read prices. Each page is for one product at one price: providers
// cache them, so a new price gets a new address and a used page stays. There are no pages for prices that were never
// offered.
import type { Kysely } from 'kysely';
import { defineStatement } from '#server/db/define-statement.ts';
import { write, type WriteTarget } from '#server/db/statement-batch.ts';
import type { Tables } from '#server/db/tables.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';

type ProductPriceKey = Pick<OrderRow, 'game' | 'sku' | 'currency' | 'price_minor'>;

export const productPagesPath = 'products';

export async function saveProductPage(
  target: WriteTarget,
  { providers, portalUrl }: OrdersDeps,
  folder: string,
  order: OrderRow,
): Promise<string | undefined> {
  if (!providers.find((provider) => provider.folder === folder)?.adapter.productPage) return undefined;
  const { game, sku, currency, price_minor, product } = order;
  await write(target, insertPageStatement, {
    game,
    sku,
    currency,
    priceMinor: price_minor,
    names: JSON.stringify(product.names),
    descriptions: JSON.stringify(product.descriptions),
    imageUrl: product.imageUrl ?? null,
  });
  return buildProductPageAddress(portalUrl, folder, order);
}

const insertPageStatement = defineStatement<{
  game: string;
  sku: string;
  currency: string;
  priceMinor: number;
  names: string;
  descriptions: string;
  imageUrl: string | null;
}>(
  (places) => `
  insert into product_pages (game, sku, currency, price_minor, names, descriptions, image_url)
  values (${places.game}, ${places.sku}, ${places.currency}, ${places.priceMinor}, ${places.names},
    ${places.descriptions}, ${places.imageUrl})
  on conflict do nothing`,
);

export function buildProductPageAddress(portalUrl: string, folder: string, key: ProductPriceKey): string {
  const { game, sku, currency, price_minor: priceMinor } = key;
  const parts = [productPagesPath, folder, game, sku, `${currency}-${priceMinor}`];
  return portalUrl + parts.map(encodeURIComponent).join('/');
}

export async function findProductPage(db: Kysely<Tables>, game: string, sku: string, price: string) {
  const [, currency = '', minor = ''] = /^([A-Z]{3})-([1-9]\d{0,14})$/.exec(price) ?? [];
  if (currency === '') return undefined;
  return db
    .selectFrom('product_pages')
    .selectAll()
    .where('game', '=', game)
    .where('sku', '=', sku)
    .where('currency', '=', currency)
    .where('price_minor', '=', Number(minor))
    .executeTakeFirst();
}
