// The history of a save.
import { sql, type Kysely } from 'kysely';
import type { SaveOrigin } from '#server/db/save-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { StoredSave } from './save-statements.ts';

export interface StoredRevision extends StoredSave {
  readonly origin: SaveOrigin;
}

const described = ['revision', 'updated_at', 'device', 'summary', 'bytes', 'origin'] as const;

/** The current one first. */
export async function readRevisions(db: Kysely<Tables>, accountId: string, game: string): Promise<StoredRevision[]> {
  const save = await db
    .selectFrom('saves')
    .select(['save_id', ...described])
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .where('is_copy', 'is', false)
    .executeTakeFirst();
  if (!save) return [];
  const { save_id, ...current } = save;
  const earlier = await db
    .selectFrom('save_revisions')
    .select(described)
    .where('save_id', '=', save_id)
    // A write between the two statements may have made the current one an earlier one.
    .where('revision', '<>', current.revision)
    .orderBy('kept_at', 'desc')
    .orderBy('revision', 'desc')
    .execute();
  return [current, ...earlier];
}

export async function readRevisionKeys(
  db: Kysely<Tables>,
  { accountId, game, revision }: { readonly accountId: string; readonly game: string; readonly revision: number },
): Promise<Record<string, string> | undefined> {
  const { rows } = await sql<{ keys: Record<string, string> }>`
    with save as (select * from saves where account_id = ${accountId} and game = ${game} and not is_copy)
    select keys from save where revision = ${revision}
    union all
    select r.keys from save_revisions r join save using (save_id) where r.revision = ${revision}
    limit 1`.execute(db);
  return rows[0]?.keys;
}

export interface ListedSave extends StoredRevision {
  readonly game: string;
}

/** Last changed first. Saves of hidden games are listed too, because they belong to the player. */
export const listSaves = (db: Kysely<Tables>, accountId: string): Promise<ListedSave[]> =>
  db
    .selectFrom('saves')
    .select(['game', ...described])
    .where('account_id', '=', accountId)
    .where('is_copy', 'is', false)
    .orderBy('updated_at', 'desc')
    .orderBy('game')
    .execute();

/** For the export of an account and those merged into it. */
export const readSaveRevisions = (db: Kysely<Tables>, accountIds: readonly string[]): Promise<object[]> =>
  db
    .selectFrom('save_revisions')
    .innerJoin('saves', 'saves.save_id', 'save_revisions.save_id')
    .select([
      'saves.game',
      'save_revisions.keys',
      'save_revisions.device',
      'save_revisions.summary',
      'save_revisions.origin',
      'save_revisions.updated_at',
      'save_revisions.kept_at',
    ])
    .where('saves.account_id', 'in', [...accountIds])
    .orderBy('saves.game')
    .orderBy('save_revisions.kept_at')
    .execute();
