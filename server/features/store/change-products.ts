// What the command `npm run products` does: shows and sets what a game sells, and what currencies are worth in US dollars.
import { sql, type Kysely } from 'kysely';
import { toMajor } from '#model/money.ts';
import { readCommand, type Forms } from '#server/db/read-command.ts';
import type { CommandParts } from '#server/db/run-database-command.ts';
import type { Tables } from '#server/db/tables.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { ProductRow } from './catalogue-statement.ts';
import { buildCatalogueStatement } from './catalogue-statement.ts';
import { listMissingToSell } from './list-missing-to-sell.ts';
import { parseProducts, parseRates, type ProductEntry } from './products-file.ts';
import { writeProducts } from './write-products.ts';

export type ProductsArguments =
  | { readonly action: 'show' | 'set'; readonly game: string }
  | { readonly action: 'show-rates' | 'set-rates' };

const forms = {
  show: { words: ['game'], does: 'what it sells, as JSON' },
  set: { words: ['game'], does: 'takes all that it sells from the standard input, in one step' },
  'show-rates': { words: [], does: 'what a unit of each currency is worth in US dollars' },
  'set-rates': { words: [], does: 'takes them from the standard input' },
} as const satisfies Forms;

export function readProductsArguments(given: readonly string[]): ProductsArguments {
  const { action, words } = readCommand('products', forms, given);
  if (action === 'show-rates' || action === 'set-rates') return { action };
  const [game] = words;
  return { action, game };
}

type Parts = Pick<CommandParts, 'database' | 'report'> & {
  readonly config: Pick<CommandParts['config'], 'countryHeader'>;
};

export async function changeProducts(asked: ProductsArguments, json: string, parts: Parts): Promise<void> {
  const { database, report } = parts;
  if (asked.action === 'show') return report(JSON.stringify(await readProducts(database.kysely, asked.game), null, 2));
  if (asked.action === 'set') return setProducts(asked.game, json, parts);
  if (asked.action === 'set-rates') return setRates(json, parts);
  report(JSON.stringify(Object.fromEntries(await readRates(database.kysely)), null, 2));
}

async function setProducts(game: string, json: string, { database, report, config }: Parts): Promise<void> {
  const { entries, before } = await database.transaction(async (trx) => {
    const locked = await sql`select 1 from games where game = ${game} for update`.execute(trx);
    if (locked.rows.length === 0) throw buildUnknownGameProblem(game);
    const parsed = parseProducts(json, new Set((await readRates(trx)).keys()));
    const had = await trx.selectFrom('products').select('sku').where('game', '=', game).execute();
    await writeProducts(trx, game, parsed);
    return { entries: parsed, before: new Set(had.map(({ sku }) => sku)) };
  });
  const added = entries.filter(({ Sku }) => !before.has(Sku)).length;
  const gone = before.size - (entries.length - added);
  report(`Products of ${game}: ${entries.length} on sale, ${added} new, ${gone} gone. Nodes show them within seconds.`);
  const missing = await listMissingToSell(database.kysely, game, entries);
  if (missing.length > 0)
    report(['To sell in production it still needs:', ...missing.map((each) => `  - ${each}`)].join('\n'));
  if (config.countryHeader === undefined && entries.some(({ CountryPrices }) => CountryPrices !== undefined))
    report('COUNTRY_HEADER is not set: buyers name their country themselves, and so choose among its prices.');
}

async function setRates(json: string, { database, report }: Parts): Promise<void> {
  const rates = parseRates(json);
  await database.transaction(async (trx) => {
    await trx.deleteFrom('currency_rates').execute();
    const rows = Object.entries(rates).map(([currency, usd_per_unit]) => ({ currency, usd_per_unit }));
    if (rows.length > 0) await trx.insertInto('currency_rates').values(rows).execute();
    const needed = await currenciesWithoutWorth(trx);
    if (needed.length > 0)
      throw new Error(
        `Nothing was changed: products without a price in USD are sold in ${needed.join(', ')}. Give a rate for each.`,
      );
  });
  report(`${Object.keys(rates).length} rates are saved. Nodes use them within seconds.`);
}

/** As they are set. */
async function readProducts(db: Kysely<Tables>, game: string): Promise<ProductEntry[]> {
  // Also of a game that is not published yet.
  const row = await buildCatalogueStatement(db, game).clearWhere().where('games.game', '=', game).executeTakeFirst();
  if (!row) throw buildUnknownGameProblem(game);
  return row.products.map(toEntry);
}

function toEntry(product: ProductRow): ProductEntry {
  const { prices, country_prices, was_percent, tiers, additional, payload, image_url, icon_url } = product;
  const countries = [...new Set(country_prices.map(({ country }) => country))];
  return {
    Sku: product.sku,
    // Written by this command, which takes no other.
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
  Object.fromEntries(prices.map(({ currency, price_minor: minor }) => [currency, toMajor({ minor, currency })]));

async function readRates(db: Kysely<Tables>): Promise<Map<string, number>> {
  const rows = await db.selectFrom('currency_rates').selectAll().orderBy('currency').execute();
  return new Map(rows.map(({ currency, usd_per_unit }) => [currency, Number(usd_per_unit)]));
}

async function currenciesWithoutWorth(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from (
      select game, sku, currency from product_prices union select game, sku, currency from product_country_prices
    ) used
    where currency <> 'USD'
      and not exists (select from currency_rates where currency_rates.currency = used.currency)
      and not exists (
        select from product_prices usd
        where usd.game = used.game and usd.sku = used.sku and usd.currency = 'USD'
      )
    order by currency`.execute(db);
  return rows.map(({ currency }) => currency);
}
