// Events that wait in PostgreSQL until they are in ClickHouse.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { MoveOptions } from './move-server-events.ts';

export interface OutboxBatch {
  /** JSON, one event per line. */
  readonly rows: string;
  readonly count: number;
  /** A PostgreSQL array. */
  readonly rowIds: string;
}

export interface OutboxBatchLimits {
  readonly maxEvents?: number;
  readonly maxBytes?: number;
}

/** @returns undefined if no event waits */
export async function readOutboxBatch(
  { kysely }: Database,
  { maxEvents = 10_000, maxBytes = 8_000_000 }: OutboxBatchLimits = {},
): Promise<OutboxBatch | undefined> {
  // PostgreSQL formats the rows: this process would block its event loop.
  const { rows } = await sql<{ lines: string | null; row_ids: string | null; count: number }>`
    select string_agg(line, E'\n' order by row_id) as lines, array_agg(row_id)::text as row_ids, count(*)::int as count
    from (
      select row_id, line, sum(octet_length(line)) over (order by row_id) - octet_length(line) as bytes_before
      from (
        select row_id, (fields || jsonb_build_object(
          'RowId', row_id,
          'Day', to_char(server_created_at at time zone 'UTC', 'YYYY-MM-DD'),
          'ServerCreatedAtMs', floor(extract(epoch from server_created_at) * 1000)::bigint,
          'CreatedAtMs', floor(extract(epoch from created_at) * 1000)::bigint,
          'Game', coalesce(game, ''),
          'UserId', account_id,
          'SessionId', session_id,
          'EventId', event_id,
          'Platform', event_platform,
          'Build', event_build,
          'EnvelopePlatform', platform,
          'BuildId', build_id
        ))::text as line
        from analytics_outbox order by row_id limit ${maxEvents}
      ) lines
    ) sized
    where bytes_before < ${maxBytes}`.execute(kysely);
  const [batch] = rows;
  if (!batch?.lines || batch.row_ids === null) return undefined;
  return { rows: batch.lines, count: batch.count, rowIds: batch.row_ids };
}

export async function deleteFromOutbox({ kysely }: Database, { rowIds }: Pick<OutboxBatch, 'rowIds'>): Promise<void> {
  await sql`delete from analytics_outbox where row_id = any(${rowIds}::bigint[])`.execute(kysely);
}

/** Moves the waiting events to their days, for a portal that no longer uses ClickHouse. Returns how many. */
export async function moveOutboxToDays(
  database: Database,
  { signal, batchSize = 5000 }: MoveOptions = {},
): Promise<number> {
  let total = 0;
  for (let count = batchSize; count >= batchSize; total += count) {
    signal?.throwIfAborted();
    count = await database.transaction(async (trx) => {
      const { numAffectedRows } = await sql`
        with due as (
          select * from analytics_outbox order by row_id limit ${batchSize} for update skip locked
        ), owners as (
          select account_id from accounts where account_id in (select account_id from due)
          -- Erasing one of them waits until its events are moved, and deletes them there.
          for key share
        ), written as (
          insert into analytics_events_by_day (
            server_created_at, created_at, game, account_id, session_id, platform, build_id, event_id,
            event_platform, event_build, fields)
          select server_created_at, created_at, game, account_id, session_id, platform, build_id, event_id,
            event_platform, event_build, fields
          from due where account_id is null or account_id in (select account_id from owners)
        )
        delete from analytics_outbox where row_id in (select row_id from due)`.execute(trx);
      return Number(numAffectedRows ?? 0);
    });
  }
  return total;
}

export interface OutboxBacklog {
  /** Estimated from the numbers of the rows: never too low. */
  readonly events: number;
  readonly oldestSeconds: number;
}

export async function readOutboxBacklog({ kysely }: Pick<Database, 'kysely'>): Promise<OutboxBacklog> {
  const { rows } = await sql<{ events: number; seconds: number }>`
    select (last.row_id - first.row_id + 1)::float8 as events,
      greatest(extract(epoch from now() - first.server_created_at), 0)::float8 as seconds
    from (select row_id, server_created_at from analytics_outbox order by row_id limit 1) first,
      (select row_id from analytics_outbox order by row_id desc limit 1) last`.execute(kysely);
  const [{ events, seconds } = { events: 0, seconds: 0 }] = rows;
  return { events, oldestSeconds: seconds };
}

const recheckMs = 5000;

/** Tells whether the outbox accepts events. It is measured every few seconds. */
export function createOutboxLimit(
  database: Pick<Database, 'kysely'>,
  maxEvents: number,
  nowMs: () => number = () => performance.now(),
): () => Promise<boolean> {
  let measuredAtMs = -Infinity;
  let hasRoom: Promise<boolean> = Promise.resolve(true);
  return () => {
    if (nowMs() - measuredAtMs < recheckMs) return hasRoom;
    measuredAtMs = nowMs();
    hasRoom = readOutboxBacklog(database).then(({ events }) => events < maxEvents);
    // The next call measures again.
    hasRoom.catch(() => (measuredAtMs = -Infinity));
    return hasRoom;
  };
}
