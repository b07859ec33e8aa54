// Replaces what a game sells: the command and the console do the same.
import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { ProductEntry } from '#model/product-entry.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { Tables } from '#server/db/tables.ts';
import type { AuditObject, RecordChange } from '#server/features/audit-log/audit-log.ts';
import { buildConflict } from '#server/features/audit-log/build-conflict.ts';
import { listChangedFields } from '#server/features/audit-log/changed-fields.ts';
import { readCurrencyRates } from './currency-rates.ts';
import type { ProductRules } from './products-file.ts';
import { readConfiguredPlatforms } from './configured-platforms.ts';
import { readProducts } from './read-products.ts';
import { writeProducts } from './write-products.ts';

export interface SaveProductsOptions {
  /** The version that the operator began with; absent: any. */
  readonly seen?: string;
  readonly reason?: string | undefined;
  readonly record: RecordChange;
}

export interface SavedProducts {
  readonly entries: readonly ProductEntry[];
  readonly before: readonly ProductEntry[];
}

/** @param parse checks what is to be written by the rules of this game */
export async function saveProducts(
  trx: Transaction<Tables>,
  game: string,
  parse: (rules: ProductRules) => readonly ProductEntry[],
  { seen, reason, record }: SaveProductsOptions,
): Promise<SavedProducts> {
  const locked = await sql`select 1 from games where game = ${game} for update`.execute(trx);
  if (locked.rows.length === 0) throw buildUnknownGameProblem(game);
  const before = await readProducts(trx, game);
  if (seen !== undefined && seen !== computeProductsVersion(before))
    throw await buildConflict(trx, productsObject(game));
  const entries = parse(await readProductRules(trx, game));
  await writeProducts(trx, game, entries);
  const after = await readProducts(trx, game);
  const changed = listChangedFields(toObject(before), toObject(after));
  if (computeProductsVersion(before) !== computeProductsVersion(after))
    await record(trx, { object: productsObject(game), ...changed, reason });
  return { entries: after, before };
}

export async function readProductRules(trx: Kysely<Tables>, game: string): Promise<ProductRules> {
  const rates = new Set((await readCurrencyRates(trx)).keys());
  return { rates, platforms: await readConfiguredPlatforms(trx, game) };
}

export const computeProductsVersion = (entries: readonly ProductEntry[]): string =>
  createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 32);

export const productsObject = (game: string): AuditObject => ({ kind: 'product', id: game, game });

/** By SKU, so that the log names the product; the order is a field of its own. */
const toObject = (entries: readonly ProductEntry[]): object => ({
  ...Object.fromEntries(entries.map((entry) => [entry.Sku, entry])),
  Order: entries.map(({ Sku }) => Sku),
});
