// Replaces a whole save: by an earlier revision, by the copy of a merged account, or by nothing. The replaced state
// becomes an earlier revision, so each of these can be undone.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { SaveOrigin } from '#server/db/save-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import { maxEarlierRevisions, type StoredSave } from './save-statements.ts';

export interface SaveOfPlayer {
  readonly accountId: string;
  readonly game: string;
}

export type ReplaceSaveResult =
  | { readonly outcome: 'saved'; readonly revision: number; readonly updatedAt: Date }
  | { readonly outcome: 'conflict'; readonly stored: StoredSave }
  | { readonly outcome: 'not-found' };

type SavedKeys = Record<string, string>;

interface LockedSave extends StoredSave {
  readonly save_id: string;
}

export const restoreRevision = (
  database: Database,
  owner: SaveOfPlayer,
  change: { readonly revision: number; readonly baseRevision: number; readonly device: string | undefined },
): Promise<ReplaceSaveResult> =>
  database.transaction(async (trx) => {
    const save = await lockSave(trx, owner);
    if (!save) return { outcome: 'not-found' };
    if (change.revision === save.revision) return toResult(save);
    const { rows } = await sql<{ keys: SavedKeys; bytes: number; summary: string | null; is_same: boolean }>`
      select r.keys, r.bytes, r.summary, r.keys = s.keys as is_same
      from save_revisions r join saves s using (save_id)
      where r.save_id = ${save.save_id} and r.revision = ${change.revision}`.execute(trx);
    const [earlier] = rows;
    if (!earlier) return { outcome: 'not-found' };
    // A repeated call, or another device has restored the same.
    if (earlier.is_same) return toResult(save);
    if (change.baseRevision !== save.revision) return { outcome: 'conflict', stored: save };
    const { keys, bytes, summary } = earlier;
    return replace(trx, save, { keys, bytes, summary, device: change.device ?? null, origin: 'restore' });
  });

export const removeSave = (database: Database, owner: SaveOfPlayer): Promise<ReplaceSaveResult> =>
  database.transaction(async (trx) => {
    const save = await lockSave(trx, owner);
    if (!save) return { outcome: 'not-found' };
    if (save.bytes === 0) return toResult(save);
    return replace(trx, save, { keys: {}, bytes: 0, summary: null, device: null, origin: 'device' });
  });

export const chooseCopy = (
  database: Database,
  owner: SaveOfPlayer,
  choice: { readonly copyId: string; readonly keepCopy: boolean; readonly baseRevision: number },
): Promise<ReplaceSaveResult> =>
  database.transaction(async (trx) => {
    const save = await lockSave(trx, owner);
    const copy = await trx
      .selectFrom('saves')
      .select(['keys', 'bytes', 'summary', 'device'])
      .where('save_id', '=', choice.copyId)
      .where('account_id', '=', owner.accountId)
      .where('game', '=', owner.game)
      .where('is_copy', 'is', true)
      .where('resolved_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!save || !copy) return { outcome: 'not-found' };
    if (choice.baseRevision !== save.revision) return { outcome: 'conflict', stored: save };
    await trx
      .updateTable('saves')
      .set({ resolved_at: sql<Date>`clock_timestamp()` })
      .where('save_id', '=', choice.copyId)
      .execute();
    if (!choice.keepCopy) {
      await keepRevision(trx, { of: choice.copyId, in: save.save_id, origin: 'merge' });
      return toResult(save);
    }
    return replace(trx, save, { ...copy, origin: 'merge' });
  });

const lockSave = (trx: Transaction<Tables>, { accountId, game }: SaveOfPlayer): Promise<LockedSave | undefined> =>
  trx
    .selectFrom('saves')
    .select(['save_id', 'revision', 'updated_at', 'device', 'summary', 'bytes'])
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .where('is_copy', 'is', false)
    .forUpdate()
    .executeTakeFirst();

interface Replacement {
  readonly keys: SavedKeys;
  readonly bytes: number;
  readonly summary: string | null;
  readonly device: string | null;
  readonly origin: SaveOrigin;
}

async function replace(
  trx: Transaction<Tables>,
  { save_id }: LockedSave,
  { keys, bytes, summary, device, origin }: Replacement,
): Promise<ReplaceSaveResult> {
  await keepRevision(trx, { of: save_id, in: save_id, origin: null });
  const now = sql<Date>`clock_timestamp()`;
  const replaced = await trx
    .updateTable('saves')
    .set({
      revision: sql<number>`greatest(revision + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
      keys: JSON.stringify(keys),
      bytes,
      summary,
      device,
      device_id: null,
      origin,
      write_id: null,
      started_at: now,
      updated_at: now,
    })
    .where('save_id', '=', save_id)
    .returning(['revision', 'updated_at'])
    .executeTakeFirstOrThrow();
  return toResult(replaced);
}

/** @param kept `origin` null: as it is */
async function keepRevision(
  trx: Transaction<Tables>,
  kept: { readonly of: string; readonly in: string; readonly origin: SaveOrigin | null },
): Promise<void> {
  await sql`
    insert into save_revisions (save_id, revision, keys, bytes, device, summary, origin, write_id, updated_at)
    select ${kept.in}, revision, keys, bytes, device, summary, coalesce(${kept.origin}, origin), write_id, updated_at
    from saves where save_id = ${kept.of}`.execute(trx);
  await pruneRevisions(trx, kept.in);
}

async function pruneRevisions(trx: Transaction<Tables>, saveId: string): Promise<void> {
  await sql`
    delete from save_revisions where save_id = ${saveId} and revision in (
      select revision from save_revisions where save_id = ${saveId}
      order by kept_at desc, revision desc offset ${maxEarlierRevisions})`.execute(trx);
}

const toResult = ({ revision, updated_at }: Pick<StoredSave, 'revision' | 'updated_at'>): ReplaceSaveResult => ({
  outcome: 'saved',
  revision,
  updatedAt: updated_at,
});
