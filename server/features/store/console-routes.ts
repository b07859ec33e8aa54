// The console's calls for a game's store.
import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { StoreTable } from '#contract/console/products.ts';
import { toMajorUnits } from '#model/money.ts';
import { Problem } from '#model/problem.ts';
import type { ProductEntry } from '#model/product-entry.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';
import type { Database } from '#server/db/database.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ApprovalRequest } from '#server/features/approvals/call-approval.ts';
import { listChangedFields } from '#server/features/audit-log/changed-fields.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { readConfiguredPlatforms } from './configured-platforms.ts';
import { readCurrencyRates } from './currency-rates.ts';
import { listMissingForSale } from './list-missing-for-sale.ts';
import { listUnpricedItems } from './list-unpriced-items.ts';
import { locateFault, parseProductsCsv, writeProductsCsv, type CsvFault } from './products-csv.ts';
import { validateProductsFile, type ProductRules } from './products-file.ts';
import { readProducts } from './read-products.ts';
import { computeProductsVersion, productsObject, readProductRules, saveProducts } from './save-products.ts';

export function createConsoleProductRoutes(database: Database): AreaHandlers<'operatorProducts'> {
  const { kysely } = database;
  const save = async (
    game: string,
    parse: (rules: ProductRules) => readonly ProductEntry[],
    options: { readonly seen: string; readonly reason: string | undefined; readonly record: RecordChange },
  ) => {
    await database.transaction((trx) => saveProducts(trx, game, parse, options));
    return readStoreTable(kysely, game);
  };
  /** Whether prices need a second person is a setting. The approval counts for the products as they are now. */
  const describeChange = async (game: string, reason = ''): Promise<ApprovalRequest> => ({
    object: productsObject(game),
    state: { version: computeProductsVersion(await readProducts(kysely, game)) },
    reason,
    rule: { for: 'prices' },
  });
  return {
    show: ({ params: { Game } }) => readStoreTable(kysely, Game),
    save: async ({ params: { Game }, body: { Version, Products, Reason }, audit, approval }) => {
      // The products may be the same.
      audit.noChange();
      requireValid(Products, await readProductRules(kysely, Game));
      await approval.require(await describeChange(Game, Reason));
      return save(Game, (rules) => requireValid(Products, rules), {
        seen: Version,
        reason: Reason,
        record: audit.change,
      });
    },
    exportCsv: async ({ params: { Game } }) => {
      const entries = await readProducts(kysely, Game);
      return { Version: computeProductsVersion(entries), Csv: writeProductsCsv(entries) };
    },
    compareCsv: async ({ params: { Game }, body: { Csv } }) => {
      await requireGame(kysely, Game);
      const current = await readProducts(kysely, Game);
      const Version = computeProductsVersion(current);
      const read = readCsv(Csv, await readProductRules(kysely, Game));
      if ('faults' in read) return { Version, Faults: read.faults.slice(0, maxFaults).map(toWire), Differences: [] };
      return { Version, Faults: [], Differences: [...compareProducts(current, read.entries)] };
    },
    importCsv: async ({ params: { Game }, body: { Version, Csv, Reason }, audit, approval }) => {
      audit.noChange();
      const parse = (rules: ProductRules): readonly ProductEntry[] => {
        const read = readCsv(Csv, rules);
        if ('entries' in read) return read.entries;
        throw buildFaultsProblem(
          read.faults.map(({ line, column, text }) => [`line ${line}, ${column}`, text] as const),
        );
      };
      parse(await readProductRules(kysely, Game));
      await approval.require(await describeChange(Game, Reason));
      return save(Game, parse, { seen: Version, reason: Reason, record: audit.change });
    },
  };
}

const maxFaults = 200;

async function readStoreTable(db: Kysely<Tables>, game: string): Promise<Static<typeof StoreTable>> {
  const entries = await readProducts(db, game);
  return {
    Version: computeProductsVersion(entries),
    Products: entries,
    Rates: Object.fromEntries(await readCurrencyRates(db)),
    Units: listUnits(await readConfiguredPlatforms(db, game)),
    Worths: listWorths(),
    Unpriced: (await listUnpricedItems(db, game, entries)).map((each) => each.slice(0, 2000)),
    Missing: (await listMissingForSale(db, game, entries)).map(({ what }) => what),
  };
}

function listUnits(platforms: ReadonlySet<string>): Static<typeof StoreTable>['Units'] {
  const manifests = Object.entries<PlatformManifest>(registry).filter(([folder]) => platforms.has(folder));
  return manifests.flatMap(([, { title, storeCurrency, otherStoreCurrencies = [] }]) =>
    storeCurrency === undefined ? [] : [storeCurrency, ...otherStoreCurrencies].map((Unit) => ({ Unit, Title: title })),
  );
}

const listWorths = (): Static<typeof StoreTable>['Worths'] =>
  Object.values<PlatformManifest>(registry).flatMap(({ storeCurrency, unitWorth }) =>
    storeCurrency === undefined || unitWorth === undefined
      ? []
      : [{ Unit: storeCurrency, Price: toMajorUnits(unitWorth), Currency: unitWorth.currency }],
  );

function requireValid(value: unknown, rules: ProductRules): readonly ProductEntry[] {
  const checked = validateProductsFile(value, rules);
  if ('value' in checked) return checked.value;
  throw buildFaultsProblem(
    checked.faults.map((fault) => {
      const [, path = '/', text = fault] = /^(\/\S*)\s(.*)$/s.exec(fault) ?? [];
      return [path, text] as const;
    }),
  );
}

const buildFaultsProblem = (faults: readonly (readonly [string, string])[]): Problem =>
  new Problem('InvalidRequest', `${faults.length} values do not fit, and nothing was changed.`, {
    fields: Object.fromEntries(
      faults.slice(0, maxFaults).map(([path, text]) => [path.slice(0, 300), text.slice(0, 500)]),
    ),
  });

function readCsv(
  csv: string,
  rules: ProductRules,
): { readonly faults: readonly CsvFault[] } | { readonly entries: readonly ProductEntry[] } {
  const parsed = parseProductsCsv(csv);
  if ('faults' in parsed) return parsed;
  const checked = validateProductsFile(parsed.entries, rules);
  if ('value' in checked) return { entries: checked.value };
  return { faults: checked.faults.map((fault) => locateFault(fault, parsed.rows)) };
}

const toWire = ({ line, column, text }: CsvFault) => ({
  Line: line,
  Column: column.slice(0, 200),
  Text: text.slice(0, 500),
});

function* compareProducts(before: readonly ProductEntry[], after: readonly ProductEntry[]) {
  const had = new Map(before.map((entry) => [entry.Sku, entry]));
  const has = new Map(after.map((entry) => [entry.Sku, entry]));
  for (const sku of new Set([...had.keys(), ...has.keys()])) {
    const [old, next] = [had.get(sku), has.get(sku)];
    if (!old || !next) {
      yield { Sku: sku, ...(old && { Before: old }), ...(next && { After: next }) };
      continue;
    }
    const changed = listChangedFields(old, withDefaults(next));
    if (Object.keys(changed.before).length + Object.keys(changed.after).length > 0)
      yield { Sku: sku, Before: changed.before, After: changed.after };
  }
}

/** As they are stored. */
const withDefaults = (entry: ProductEntry): ProductEntry => ({
  ...entry,
  ProductType: entry.ProductType ?? 'Consumable',
  Descriptions: entry.Descriptions ?? {},
  Category: entry.Category ?? {},
  Labels: entry.Labels ?? [],
  Quantity: entry.Quantity ?? 1,
  ShowInWebStore: entry.ShowInWebStore ?? true,
  RequiresDryRun: entry.RequiresDryRun ?? false,
});
