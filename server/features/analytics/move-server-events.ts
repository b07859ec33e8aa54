import { sql } from 'kysely';
import { gameEventIds } from '#model/game-event-ids.ts';
import type { Database } from '#server/db/database.ts';

/** Moves the events that the server recorded to their days, in batches. Returns how many. */
export async function moveServerEvents(
  database: Database,
  { signal, batchSize = 5000 }: { readonly signal?: AbortSignal; readonly batchSize?: number } = {},
): Promise<number> {
  let total = 0;
  for (let count = batchSize; count >= batchSize; total += count) {
    signal?.throwIfAborted();
    count = await database.transaction(async (trx) => {
      const { rows } = await sql<{ moved: number }>`
        with due as (
          select row_id, account_id from analytics_events order by row_id limit ${batchSize} for update skip locked
        ), owners as (
          select account_id from accounts where account_id in (select account_id from due)
          -- Erasing one of them waits until its events are moved, and deletes them there.
          for key share
        ), moved as (
          delete from analytics_events where row_id in (select row_id from due) returning *
        ), written as (
          insert into analytics_events_by_day (
            server_created_at, created_at, game, account_id, session_id, platform, build_id, event_id,
            event_platform, event_build, fields)
          select server_created_at, created_at,
            case when event_id = any(${[...gameEventIds]}::integer[]) then fields->>'S1' end,
            account_id, session_id, platform, build_id, event_id,
            coalesce(event_platform, platform), coalesce(event_build, build_id), fields
          from moved where account_id is null or account_id in (select account_id from owners)
        )
        select count(*)::int as moved from due`.execute(trx);
      return rows[0]?.moved ?? 0;
    });
  }
  return total;
}
