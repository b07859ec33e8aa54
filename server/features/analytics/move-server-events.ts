import { sql } from 'kysely';
import { gameEventIds } from '#model/game-event-ids.ts';
import type { Database } from '#server/db/database.ts';

export interface MoveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly batchSize?: number;
}

/** Moves the events that the server recorded to their days, in batches. Returns how many. */
export async function moveServerEvents(
  database: Database,
  { signal, batchSize = 5000 }: MoveOptions = {},
): Promise<number> {
  let total = 0;
  for (let count = batchSize; count >= batchSize; total += count) {
    signal?.throwIfAborted();
    count = await database.transaction(async (trx) => {
      const { numAffectedRows } = await sql`
        with due as (
          select * from analytics_events order by row_id limit ${batchSize} for update skip locked
        ), owners as (
          select account_id from accounts where account_id in (select account_id from due)
          -- Erasing one of them waits until its events are moved, and deletes them there.
          for key share
        ), written as (
          insert into analytics_events_by_day (
            server_created_at, created_at, game, account_id, session_id, platform, build_id, event_id,
            event_platform, event_build, fields)
          select server_created_at, created_at,
            case when event_id = any(${[...gameEventIds]}::integer[]) then fields->>'S1' end,
            account_id, session_id, platform, build_id, event_id,
            coalesce(event_platform, platform), coalesce(event_build, build_id), fields
          from due where account_id is null or account_id in (select account_id from owners)
        )
        delete from analytics_events where row_id in (select row_id from due)`.execute(trx);
      return Number(numAffectedRows ?? 0);
    });
  }
  return total;
}
