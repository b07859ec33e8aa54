// The command `npm run products`: shows and sets what a game sells, and currency rates in US dollars.
import { readCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { listChangedFields } from '#server/features/audit-log/changed-fields.ts';
import { listCurrenciesWithoutRate, readCurrencyRates, writeCurrencyRates } from './currency-rates.ts';
import { listMissingForSale } from './list-missing-for-sale.ts';
import { listUnpricedItems } from './list-unpriced-items.ts';
import { parseProducts, parseCurrencyRates } from './products-file.ts';
import { readProducts } from './read-products.ts';
import { saveProducts } from './save-products.ts';

type ProductsArguments =
  | { readonly action: 'show' | 'set'; readonly game: string }
  | { readonly action: 'show-rates' | 'set-rates' };

const forms = {
  show: { words: ['game'], does: 'prints what the game sells, as JSON' },
  set: { words: ['game'], does: 'replaces everything the game sells, from standard input' },
  'show-rates': { words: [], does: 'shows exchange rates to US dollars' },
  'set-rates': { words: [], does: 'sets the rates from standard input' },
} as const satisfies SubcommandDefinitions;

export function readProductsArguments(given: readonly string[]): ProductsArguments {
  const { action, words } = readCommand('products', forms, given);
  if (action === 'show-rates' || action === 'set-rates') return { action };
  const [game] = words;
  return { action, game };
}

type Parts = Pick<DatabaseCommandDeps, 'database' | 'report'> & {
  readonly config: Pick<DatabaseCommandDeps['config'], 'countryHeader' | 'countryDatabase'>;
  /** Who runs the command, for the audit log. */
  readonly operator: string;
};

export async function runProductsCommand(asked: ProductsArguments, json: string, parts: Parts): Promise<void> {
  const { database, report } = parts;
  if (asked.action === 'show') return report(JSON.stringify(await readProducts(database.kysely, asked.game), null, 2));
  if (asked.action === 'set') return setProducts(asked.game, json, parts);
  if (asked.action === 'set-rates') return setRates(json, parts);
  report(JSON.stringify(Object.fromEntries(await readCurrencyRates(database.kysely)), null, 2));
}

async function setProducts(game: string, json: string, { database, report, config, operator }: Parts): Promise<void> {
  const { entries, before } = await database.transaction(async (trx) => {
    const record = recordCommand('products set', operator);
    const saved = await saveProducts(trx, game, (rules) => parseProducts(json, rules), { record });
    return { entries: saved.entries, before: new Set(saved.before.map(({ Sku }) => Sku)) };
  });
  const added = entries.filter(({ Sku }) => !before.has(Sku)).length;
  const gone = before.size - (entries.length - added);
  report(`Products of ${game}: ${entries.length} on sale, ${added} new, ${gone} gone. Nodes show them within seconds.`);
  const unpriced = await listUnpricedItems(database.kysely, game, entries);
  if (unpriced.length > 0)
    report(['Some items are not listed everywhere:', ...unpriced.map((each) => `  - ${each}`)].join('\n'));
  const missing = await listMissingForSale(database.kysely, game, entries);
  if (missing.length > 0)
    report(['To sell in production it still needs:', ...missing.map(({ text }) => `  - ${text}`)].join('\n'));
  const knowsCountries = (config.countryHeader ?? config.countryDatabase) !== undefined;
  if (!knowsCountries && entries.some(({ CountryPrices }) => CountryPrices !== undefined))
    report("COUNTRY_HEADER and COUNTRY_DATABASE aren't set: buyers choose their country, and with it their prices.");
}

async function setRates(json: string, { database, report, operator }: Parts): Promise<void> {
  const rates = parseCurrencyRates(json);
  await database.transaction(async (trx) => {
    const before = Object.fromEntries(await readCurrencyRates(trx));
    await writeCurrencyRates(trx, rates);
    await recordCommand('products set-rates', operator)(trx, {
      object: { kind: 'product', id: 'rates' },
      ...listChangedFields(before, rates),
    });
    const needed = await listCurrenciesWithoutRate(trx);
    if (needed.length > 0)
      throw new Error(
        `Nothing was changed: products without a USD price are sold in ${needed.join(', ')}. Add a rate for each.`,
      );
  });
  report(`${Object.keys(rates).length} rates are saved. Nodes use them within seconds.`);
}
