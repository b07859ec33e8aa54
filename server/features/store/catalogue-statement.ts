// Reads everything a game sells, with all prices, in one statement and one row.
import { sql, type Kysely } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PictureRow } from '#server/features/pictures/describe-picture.ts';

export interface CatalogueRow {
  readonly game: string;
  readonly config: PublicGameConfig;
  readonly products: readonly ProductRow[];
  readonly rates: readonly { readonly currency: string; readonly usd_per_unit: number }[];
}

export interface ProductRow {
  readonly sku: string;
  readonly product_type: string;
  readonly names: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, string>>;
  readonly category: Readonly<Record<string, string>>;
  readonly labels: readonly string[];
  readonly payload: string | null;
  readonly quantity: number;
  readonly image_url: string | null;
  readonly picture?: PictureRow | null;
  readonly icon_url: string | null;
  readonly show_in_web_store: boolean;
  readonly requires_dry_run: boolean;
  readonly tiers: readonly { readonly sku: string; readonly quantity: number }[];
  readonly was_percent: number;
  readonly additional: readonly AdditionalProductRow[];
  readonly prices: readonly { readonly currency: string; readonly price_minor: number }[];
  readonly country_prices: readonly {
    readonly currency: string;
    readonly country: string;
    readonly price_minor: number;
  }[];
}

export type AdditionalProductRow = Pick<
  ProductRow,
  | 'sku'
  | 'product_type'
  | 'names'
  | 'descriptions'
  | 'labels'
  | 'payload'
  | 'quantity'
  | 'image_url'
  | 'icon_url'
  | 'show_in_web_store'
  | 'requires_dry_run'
>;

/** Adds the game's own texts (`ProductLocalization`) in languages that the catalogue lacks. */
export function addGameTexts<Row extends CatalogueRow>(row: Row): Row {
  const { ProductLocalization: words } = row.config;
  if (!words) return row;
  const named = <P extends AdditionalProductRow>(product: P): P => ({
    ...product,
    names: { ...words[product.sku], ...product.names },
  });
  return {
    ...row,
    products: row.products.map((product) => ({ ...named(product), additional: product.additional.map(named) })),
  };
}

export const buildCatalogueStatement = (db: Kysely<Tables>, game: string, sku?: string) =>
  buildProductsStatement(db, game, sku)
    .select('games.config')
    // The selected columns match CatalogueRow; JSON built by the database has untyped values.
    .$castTo<CatalogueRow>();

/** Without the game's configuration, which a caller may have in memory. */
export function buildProductsStatement(db: Kysely<Tables>, game: string, sku?: string) {
  return (
    db
      .selectFrom('games')
      .select((games) => [
        'games.game',
        jsonArrayFrom(
          games
            .selectFrom('products')
            .select([...productColumns])
            .select((products) => [
              jsonArrayFrom(
                products
                  .selectFrom('products as other')
                  .select([...additionalColumns])
                  .whereRef('other.game', '=', 'products.game')
                  .whereRef('other.sku', '=', sql`any(products.additional_skus)`)
                  .orderBy(sql`array_position(products.additional_skus, other.sku)`),
              ).as('additional'),
              jsonArrayFrom(
                products
                  .selectFrom('product_prices as price')
                  .select(['price.currency', 'price.price_minor'])
                  .whereRef('price.game', '=', 'products.game')
                  .whereRef('price.sku', '=', 'products.sku')
                  .orderBy('price.currency'),
              ).as('prices'),
              jsonArrayFrom(
                products
                  .selectFrom('product_country_prices as price')
                  .select(['price.currency', 'price.country', 'price.price_minor'])
                  .whereRef('price.game', '=', 'products.game')
                  .whereRef('price.sku', '=', 'products.sku')
                  .orderBy('price.currency')
                  .orderBy('price.country'),
              ).as('country_prices'),
            ])
            // Orders show no picture.
            .$if(sku === undefined, (products) =>
              products.select((of) =>
                jsonObjectFrom(
                  of
                    .selectFrom('pictures')
                    .select(['hash', 'width', 'height', 'widths', 'placeholder'])
                    .whereRef('pictures.game', '=', 'products.game')
                    .whereRef('pictures.source', '=', 'products.image_url'),
                ).as('picture'),
              ),
            )
            .whereRef('products.game', '=', 'games.game')
            .$if(sku !== undefined, (products) => products.where('products.sku', '=', sku ?? ''))
            .orderBy('products.position')
            .orderBy('products.sku'),
        ).as('products'),
        jsonArrayFrom(
          games
            .selectFrom('currency_rates')
            .select(['currency_rates.currency', 'currency_rates.usd_per_unit'])
            .orderBy('currency_rates.currency'),
        ).as('rates'),
      ])
      .where('games.game', '=', game)
      .where('games.published', 'is', true)
      // As above.
      .$castTo<Omit<CatalogueRow, 'config'>>()
  );
}

const productColumns = [
  'products.sku',
  'products.product_type',
  'products.names',
  'products.descriptions',
  'products.category',
  'products.labels',
  'products.payload',
  'products.quantity',
  'products.image_url',
  'products.icon_url',
  'products.show_in_web_store',
  'products.requires_dry_run',
  'products.tiers',
  'products.was_percent',
] as const;

const additionalColumns = [
  'other.sku',
  'other.product_type',
  'other.names',
  'other.descriptions',
  'other.labels',
  'other.payload',
  'other.quantity',
  'other.image_url',
  'other.icon_url',
  'other.show_in_web_store',
  'other.requires_dry_run',
] as const;
