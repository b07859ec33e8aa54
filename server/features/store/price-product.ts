// Prices a product for a buyer, reading from the database each time: orders must not use cached prices.
import type { Kysely } from 'kysely';
import { chooseLocalizedText, type Locale } from '#model/locale.ts';
import { compileStatement, runPrepared, type PreparedStatementText } from '#server/db/define-statement.ts';
import type { OrderedProduct } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  addGameTexts,
  buildCatalogueStatement,
  type AdditionalProductRow,
  type CatalogueRow,
  type ProductRow,
} from './catalogue-statement.ts';
import { choosePrice, type PriceContext, type ChosenPrice } from './choose-price.ts';
import { createCurrencyCheck } from './payable-currencies.ts';
import { choosePlatformCurrency, type PlatformSaleTerms } from './platform-sale-terms.ts';

export interface PriceRequest extends PriceContext {
  readonly game: string;
  readonly sku: string;
  readonly locale: Locale;
  readonly platform?: string | undefined;
}

export interface PricedProduct extends ChosenPrice {
  readonly outcome: 'priced';
  readonly sale: PlatformSaleTerms;
  readonly product: OrderedProduct;
  readonly productName: string;
  readonly productDescription: string;
  readonly quantity: number;
  readonly dryRunSkus: readonly string[];
}

export type PriceResult =
  | PricedProduct
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'not-for-sale'; readonly currency: string | undefined };

/**
 * `unknown`: there is no such game or product. `not-for-sale`: it has no price for this buyer, or none in the requested
 * currency.
 */
export async function priceProduct(db: Kysely<Tables>, { game, sku, ...request }: PriceRequest): Promise<PriceResult> {
  const [stored] = await readProduct(db, game, sku);
  return priceCatalogueProduct(stored, request);
}

/** @param stored of one product */
export function priceCatalogueProduct(
  stored: CatalogueRow | undefined,
  { currency: asked, country, locale, platform }: Omit<PriceRequest, 'game' | 'sku'>,
): PriceResult {
  const row = stored && addGameTexts(stored);
  const product = row?.products[0];
  if (!row || !product) return { outcome: 'unknown' };
  const { sale, money } = choosePlatformCurrency(platform, asked);
  if (!money) return { outcome: 'not-for-sale', currency: asked };
  const canPayIn = sale.by === 'portal' ? createCurrencyCheck(row.config.Store, platform) : undefined;
  const price = choosePrice(product, { ...money, canPayIn, country }, row.rates);
  if (!price) return { outcome: 'not-for-sale', ...money };
  return {
    outcome: 'priced',
    sale,
    ...price,
    product: toOrdered(product),
    productName: chooseLocalizedText(product.names, locale),
    productDescription: chooseLocalizedText(product.descriptions, locale),
    quantity: product.quantity,
    dryRunSkus: listDryRunSkus(product),
  };
}

export const listDryRunSkus = (product: ProductRow): string[] =>
  [product, ...product.additional].flatMap(({ sku, requires_dry_run }) => (requires_dry_run ? [sku] : []));

/** Built once, because building it takes longer than running it. */
let productStatement: PreparedStatementText<{ game: string; sku: string }, CatalogueRow> | undefined;

function readProduct(db: Kysely<Tables>, game: string, sku: string): Promise<CatalogueRow[]> {
  productStatement ??= compileStatement(({ game, sku }) => buildCatalogueStatement(db, game, sku));
  const { text, valuesOf } = productStatement;
  return runPrepared(db, text, valuesOf({ game, sku }));
}

function toOrdered(product: ProductRow): OrderedProduct {
  const { tiers, additional } = product;
  return {
    ...toAdditional(product),
    ...(tiers.length > 0 && { tiers }),
    ...(additional.length > 0 && {
      additional: additional.map((each) => ({ sku: each.sku, quantity: each.quantity, ...toAdditional(each) })),
    }),
  };
}

function toAdditional(product: AdditionalProductRow): OrderedProduct {
  const { names, descriptions, product_type, labels, payload, image_url, icon_url } = product;
  return {
    names,
    descriptions,
    type: product_type,
    labels,
    ...(payload !== null && { payload }),
    ...(image_url !== null && { imageUrl: image_url }),
    ...(icon_url !== null && { iconUrl: icon_url }),
    showInWebStore: product.show_in_web_store,
    requiresDryRun: product.requires_dry_run,
  };
}
