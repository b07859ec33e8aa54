// Deletes the events of erased accounts in ClickHouse. `eraseAccounts` requests it in its transaction.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { ClickHouseEvents } from './clickhouse-events.ts';
import { inBatches } from './in-batches.ts';

const maxErasures = 1000;

/**
 * Deletes the events of erased accounts. An account is forgotten once it has no events there, and no request that began
 * before it was erased can still be running.
 */
export async function applyErasures(events: ClickHouseEvents, { kysely }: Database): Promise<void> {
  const { rows } = await sql<{ erased_id: string; is_settled: boolean }>`
    select erased_id, requested_at < now() - interval '5 minutes' as is_settled
    from analytics_erasures order by requested_at limit ${maxErasures}`.execute(kysely);
  if (rows.length === 0) return;
  const accountIds = rows.map(({ erased_id }) => erased_id);
  if ((await events.countEventsOf(accountIds)) > 0) return events.deleteEventsOf(accountIds);
  const settled = rows.filter(({ is_settled }) => is_settled).map(({ erased_id }) => erased_id);
  await sql`delete from analytics_erasures where erased_id = any(${settled}::uuid[])`.execute(kysely);
}

/** Requests it for every account with events there that doesn't exist here. Returns how many. */
export async function requestErasureOfMissing(events: ClickHouseEvents, { kysely }: Database): Promise<number> {
  let count = 0;
  for await (const some of inBatches(events.readAccountIds(), 5000)) {
    const { rows } = await sql<{ erased_id: string }>`
      insert into analytics_erasures (erased_id)
      select id from unnest(${some}::uuid[]) as found (id)
      where not exists (select from accounts where account_id = id)
      on conflict (erased_id) do update set requested_at = now()
      returning erased_id`.execute(kysely);
    count += rows.length;
  }
  return count;
}
