import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { listCurrenciesWithoutRate } from '#server/features/store/currency-rates.ts';
import type { ContentFiles } from './content-files.ts';
import type { ContentEntry, ContentTools } from './content-type.ts';
import { contentTypeHandlers } from './content-types.ts';
import { InvalidContentError, planContent, type ContentPlan } from './plan-content.ts';
import { contentTypeHasPictures } from './picture-addresses.ts';
import { readContentInTransaction, type CurrentContent } from './read-content.ts';

export interface ContentDeps extends ContentTools {
  readonly database: Database;
}

export interface ApplyContentOptions {
  readonly operator: string;
  readonly keyId: string | undefined;
  /** The content version that the operator started from. Undefined: any. */
  readonly seen: string | undefined;
  readonly record: RecordChange;
  /** Throws if the caller may not make this change; then nothing is changed. */
  readonly requireAllowed?: (differences: ContentPlan['differences']) => void;
}

export interface AppliedContent extends Pick<ContentPlan, 'differences' | 'notes'> {
  readonly version: string;
}

/** Makes the portal's content equal to the folder, all or nothing. Unchanged entries are not written. */
export async function applyContent(
  { database, ...tools }: ContentDeps,
  files: ContentFiles,
  { operator, keyId, seen, record, requireAllowed }: ApplyContentOptions,
): Promise<AppliedContent> {
  return database.transaction(async (trx) => {
    await lockContent(trx);
    const current = await readContentInTransaction(trx, tools);
    if (seen !== undefined && seen !== current.version) throw await buildConflict(trx);
    const written = await writeContent(trx, { files, current, tools, operator, keyId });
    const { version, differences, notes, summary } = written;
    requireAllowed?.(differences);
    if (differences.length > 0)
      await record(trx, {
        object: { kind: 'content', id: version },
        before: { Version: current.version },
        after: { Version: version, Changes: summary.slice(0, 100) },
      });
    return { version, differences, notes };
  });
}

export interface WriteContentParams extends Pick<ApplyContentOptions, 'operator' | 'keyId'> {
  readonly files: ContentFiles;
  /** As it was read in this transaction, after `lockContent`. */
  readonly current: CurrentContent;
  readonly tools: ContentTools;
}

/** The caller records the change in the audit log. */
export async function writeContent(
  trx: Transaction<Tables>,
  { files, current, tools, operator, keyId }: WriteContentParams,
): Promise<AppliedContent & { readonly summary: readonly string[] }> {
  const plan = planContent(files, current, tools);
  const { differences, notes } = plan;
  if (differences.length === 0) return { version: current.version, differences, notes, summary: [] };
  const said = await writePlan(trx, plan, tools);
  const { version } = await readContentInTransaction(trx, tools);
  const summary = differences.map(({ path, change, lines }) => `${change} ${path}: ${lines.slice(0, 5).join('; ')}`);
  await trx
    .insertInto('content_changes')
    .values({
      operator,
      key_id: keyId ?? null,
      version_before: current.version,
      version_after: version,
      summary: JSON.stringify(summary),
    })
    .execute();
  return { version, differences, notes: [...notes, ...said], summary };
}

/** One change at a time; commands that change games, products, documents or news wait. */
export async function lockContent(trx: Transaction<Tables>): Promise<void> {
  for (const name of ['fxid content', 'fxid documents', 'fxid news']) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as locked`.execute(trx);
    if (rows[0]?.locked !== true)
      throw new Problem('Conflict', 'Another change of the content is in progress. Try again.');
  }
  // The same lock as in `npm run products`; players' rows may still reference games.
  await sql`select from games order by game for no key update`.execute(trx);
}

async function writePlan(
  trx: Transaction<Tables>,
  { writes, removals }: ContentPlan,
  tools: ContentTools,
): Promise<string[]> {
  const games = [...writes, ...removals].filter(({ place }) => place.type === 'game');
  for (const { place } of games) await lockGame(trx, place.game ?? '');
  // Games may reference each other, and everything else references games.
  for (const entry of writes) await contentTypeHandlers[entry.place.type].insert?.(trx, storedOf(entry));
  const said: string[] = [];
  for (const entry of writes) {
    const notes = await contentTypeHandlers[entry.place.type].write(trx, storedOf(entry), tools);
    said.push(...notes.map((note) => `${entry.place.path}: ${note}`));
  }
  for (const entry of removals) await contentTypeHandlers[entry.place.type].remove?.run(trx, entry, tools);
  const unknown = await listCurrenciesWithoutRate(trx);
  if (unknown.length > 0)
    throw new InvalidContentError([
      { path: 'rates.json', text: `needs ${unknown.join(', ')}: products without a price in USD are sold in it` },
    ]);
  return said;
}

/** The stored form: with addresses instead of picture names. */
const storedOf = (entry: ContentEntry): ContentEntry =>
  contentTypeHasPictures(entry.place) && entry.whole !== undefined ? { ...entry, value: entry.whole } : entry;

async function lockGame(trx: Transaction<Tables>, game: string): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('fxid games'), hashtext(${game})) as locked`.execute(trx);
  if (rows[0]?.locked !== true)
    throw new Problem('Conflict', `Another command is changing ${game} at this moment. Try again.`);
}

async function buildConflict(trx: Transaction<Tables>): Promise<Problem> {
  const last = await trx
    .selectFrom('content_changes')
    .select(['operator', 'applied_at'])
    .orderBy('change_id', 'desc')
    .executeTakeFirst();
  const who = last ? ` The last to apply content was ${last.operator}, at ${last.applied_at.toISOString()}.` : '';
  return new Problem('Conflict', `The content was changed since you read it.${who} Read it again and compare.`);
}
