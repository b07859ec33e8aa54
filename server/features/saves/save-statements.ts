// The statements of reading and writing a save. Games write often, so each is one prepared statement.
import { maxSaveKeys } from '#model/save.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { SaveOrigin } from '#server/db/save-tables.ts';

/** Writes of one device within this time are one revision in the history: its last state. */
export const revisionMinutes = 5;
/** With the current one there are ten. */
export const maxEarlierRevisions = 9;

interface SaveOwner {
  readonly accountId: string;
  readonly game: string;
  /** A hidden game is found by its own server and by players with the feature ListGames. */
  readonly isServer: boolean;
}

export interface SaveWriteParams extends SaveOwner {
  readonly baseRevision: number;
  readonly writeId: string;
  /** JSON. */
  readonly set: string;
  readonly remove: readonly string[];
  readonly maxBytes: number;
  readonly device: string | null;
  readonly deviceId: string | null;
  readonly summary: string | null;
  readonly origin: SaveOrigin;
}

interface WriteRow {
  readonly max_bytes: number;
  /** Null: nothing is saved yet. */
  readonly outcome: string | null;
  readonly revision: number | null;
  readonly updated_at: Date | null;
}

const buildGameSql = (accountId: string, game: string, isServer: string): string => `
  select g.game, (g.config ->> 'MaxSaveBytes')::integer as max_bytes from games g
  where g.game = ${game} and (g.published or ${isServer}::boolean or exists (
    select from accounts a where a.account_id = ${accountId}::uuid and 'ListGames' = any(a.features)))`;

const nextRevisionSql = (revision: string): string =>
  `greatest(${revision} + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`;

/**
 * Returns no row if there is no such game. The row of the save is locked, and after waiting for the lock PostgreSQL
 * reads its newest version, so of two writes with the same base one succeeds.
 */
export const writeSaveStatement = defineStatement<SaveWriteParams, WriteRow>(
  (p) => `
  with game as (
    ${buildGameSql(p.accountId, p.game, p.isServer)}
  ), save as (
    select s.* from saves s
    where s.account_id = ${p.accountId}::uuid and s.game = ${p.game} and not s.is_copy for update
  ), changed as (
    select save.*, (save.keys || ${p.set}::jsonb) - ${p.remove}::text[] as next_keys,
      least(game.max_bytes, ${p.maxBytes}::integer) as max_bytes
    from save, game
  ), measured as (
    select changed.*, size.next_bytes, size.key_count
    from changed, lateral (
      select coalesce(sum(octet_length(key) + octet_length(value)), 0)::integer as next_bytes, count(*) as key_count
      from jsonb_each_text(changed.next_keys)
    ) size
  ), decided as (
    select measured.*,
      case
        when write_id = ${p.writeId}::uuid then 'repeated'
        when revision <> ${p.baseRevision}::bigint then 'conflict'
        when next_keys = keys then 'unchanged'
        -- A save over a lowered limit can still shrink.
        when (next_bytes > max_bytes or key_count > ${maxSaveKeys}) and next_bytes >= bytes then 'too-large'
        else 'written'
      end as outcome,
      origin = ${p.origin}::text and device is not distinct from ${p.device}::text
        and device_id is not distinct from ${p.deviceId}::uuid
        and started_at > clock_timestamp() - interval '${revisionMinutes} minutes' as continues
    from measured
  ), kept as (
    insert into save_revisions (save_id, revision, keys, bytes, device, summary, origin, write_id, updated_at)
    select save_id, revision, keys, bytes, device, summary, origin, write_id, updated_at
    from decided where outcome = 'written' and not continues
  ), pruned as (
    -- One less, because this does not see the revision that \`kept\` adds.
    delete from save_revisions r using decided d
    where d.outcome = 'written' and not d.continues and r.save_id = d.save_id and r.revision in (
      select o.revision from save_revisions o where o.save_id = d.save_id
      order by o.kept_at desc, o.revision desc offset ${maxEarlierRevisions} - 1)
  ), written as (
    update saves s set revision = ${nextRevisionSql('d.revision')}, keys = d.next_keys, bytes = d.next_bytes,
      device = ${p.device}::text, device_id = ${p.deviceId}::uuid, summary = coalesce(${p.summary}::text, d.summary), origin = ${p.origin}::text,
      write_id = ${p.writeId}::uuid, updated_at = clock_timestamp(),
      started_at = case when d.continues then d.started_at else clock_timestamp() end
    from decided d where d.outcome = 'written' and s.save_id = d.save_id
    returning s.revision, s.updated_at
  )
  select least(game.max_bytes, ${p.maxBytes}::integer) as max_bytes, decided.outcome,
    coalesce(written.revision, decided.revision) as revision,
    coalesce(written.updated_at, decided.updated_at) as updated_at
  from game left join decided on true left join written on true`,
);

export interface FirstSaveParams extends Omit<SaveWriteParams, 'isServer' | 'baseRevision' | 'maxBytes' | 'remove'> {
  readonly saveId: string;
  readonly bytes: number;
}

interface SavedRow {
  readonly revision: number;
  readonly updated_at: Date;
}

/** Returns no row if the account has been merged, or if a save exists now. */
export const insertSaveStatement = defineStatement<FirstSaveParams, SavedRow>(
  (p) => `
  with player as (
    select account_id from accounts where account_id = ${p.accountId}::uuid and merged_into is null for share
  )
  insert into saves (save_id, account_id, game, revision, keys, bytes, device, device_id, summary, origin, write_id)
  select ${p.saveId}::uuid, account_id, ${p.game}, ${nextRevisionSql('0')}, ${p.set}::jsonb, ${p.bytes}::integer,
    ${p.device}::text, ${p.deviceId}::uuid, ${p.summary}::text, ${p.origin}::text, ${p.writeId}::uuid
  from player
  on conflict (account_id, game) where not is_copy do nothing
  returning revision, updated_at`,
);

export interface StoredSave {
  readonly revision: number;
  readonly updated_at: Date;
  readonly device: string | null;
  readonly summary: string | null;
  readonly bytes: number;
}

interface ConflictRow extends StoredSave {
  /** The write was done before, and another device has written since. */
  readonly repeated_revision: number | null;
  readonly repeated_at: Date | null;
  /** The other device has written the same. Unknown, so false, if the base revision is no longer kept. */
  readonly is_same: boolean | null;
}

type ConflictParams = Pick<SaveWriteParams, 'accountId' | 'game' | 'baseRevision' | 'writeId' | 'set' | 'remove'>;

/** A statement of its own, because the history that `writeSaveStatement` sees may be older than the locked row. */
export const readConflictStatement = defineStatement<ConflictParams, ConflictRow>(
  (p) => `
  select s.revision, s.updated_at, s.device, s.summary, s.bytes, repeated.revision as repeated_revision,
    repeated.updated_at as repeated_at,
    (coalesce(base.keys, case when ${p.baseRevision}::bigint = 0 then '{}'::jsonb end) || ${p.set}::jsonb)
      - ${p.remove}::text[] = s.keys as is_same
  from saves s
    left join save_revisions repeated on repeated.save_id = s.save_id and repeated.write_id = ${p.writeId}::uuid
    left join save_revisions base on base.save_id = s.save_id and base.revision = ${p.baseRevision}::bigint
  where s.account_id = ${p.accountId}::uuid and s.game = ${p.game} and not s.is_copy`,
);

interface ReadRow {
  readonly max_bytes: number | null;
  readonly revision: number | null;
  readonly updated_at: Date | null;
  readonly device: string | null;
  readonly summary: string | null;
  readonly bytes: number | null;
  readonly keys: Record<string, string> | null;
  readonly copy_id: string | null;
  readonly copy_updated_at: Date | null;
  readonly copy_device: string | null;
  readonly copy_summary: string | null;
  readonly copy_bytes: number | null;
}

/** Returns no row if there is no such game. */
export const readSaveStatement = defineStatement<SaveOwner & { readonly knownRevision: number | null }, ReadRow>(
  (p) => `
  with game as (
    ${buildGameSql(p.accountId, p.game, p.isServer)}
  )
  select game.max_bytes, s.revision, s.updated_at, s.device, s.summary, s.bytes,
    case when s.revision is distinct from ${p.knownRevision}::bigint then s.keys end as keys,
    c.save_id as copy_id, c.updated_at as copy_updated_at, c.device as copy_device, c.summary as copy_summary,
    c.bytes as copy_bytes
  from game
    left join saves s on s.account_id = ${p.accountId}::uuid and s.game = game.game and not s.is_copy
    left join lateral (
      select * from saves where account_id = ${p.accountId}::uuid and saves.game = game.game and is_copy
        and resolved_at is null
      order by updated_at desc limit 1
    ) c on true`,
);
