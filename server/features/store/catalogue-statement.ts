// Everything that a game sells, with every price, in one statement: one row for the game.
import type { Kysely } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Tables } from '#server/db/tables.ts';

export interface CatalogueRow {
  readonly game: string;
  readonly config: PublicGameConfig;
  readonly products: readonly ProductRow[];
  /** What one unit is worth in US dollars. */
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
  readonly icon_url: string | null;
  readonly show_in_web_store: boolean;
  readonly requires_dry_run: boolean;
  readonly tiers: readonly { readonly sku: string; readonly quantity: number }[];
  readonly was_percent: number;
  readonly prices: readonly { readonly currency: string; readonly price_minor: number }[];
  readonly country_prices: readonly {
    readonly currency: string;
    readonly country: string;
    readonly price_minor: number;
  }[];
}

/** With a sku, that product alone. */
export function buildCatalogueStatement(db: Kysely<Tables>, game: string, sku?: string) {
  return (
    db
      .selectFrom('games')
      .select((games) => [
        'games.game',
        'games.config',
        jsonArrayFrom(
          games
            .selectFrom('products')
            .select([...productColumns])
            .select((products) => [
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
      // What is selected is what CatalogueRow says; JSON made by the database has the types of JSON.
      .$castTo<CatalogueRow>()
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
