// Analytics events of the last thirty days. They have no key, so a repeated run adds more.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { addDays, createDay, toDay } from '#server/features/analytics/event-days.ts';
import { generatedAccountId, generatedMailDomain } from './generate-accounts.ts';
import { inBatches, type PartOptions } from './in-batches.ts';

const days = 30;

export async function generateEvents(database: Database, options: PartOptions): Promise<void> {
  const today = toDay(options.now);
  for (let back = 0; back < days; back += 1) await createDay(database, addDays(today, -back));
  const { rows } = await sql<{ accounts: number }>`
    select count(*)::integer as accounts from accounts where email like ${`player-%@${generatedMailDomain}`}
  `.execute(database.kysely);
  const accounts = rows[0]?.accounts ?? 0;
  const { rows: games } = await sql<{ game: string }>`select game from games order by game`.execute(database.kysely);
  const names = games.map(({ game }) => game);
  // One batch is in one day.
  await inBatches(database, options, { size: 50_000 }, async (trx, first, last) => {
    const day = addDays(today, -(Math.floor(first / 50_000) % days));
    await sql`
      insert into analytics_events_by_day (server_created_at, created_at, game, account_id, session_id, platform,
        build_id, event_id, event_platform, event_build, fields)
      select at, at - interval '1 second', (${names}::text[])[1 + n % ${Math.max(1, names.length)}],
        case when ${accounts}::integer > 0 then ${generatedAccountId(sql`1 + n % greatest(1, ${accounts}::integer)`)} end,
        md5('play ' || n / 20), 1, 1, 1 + n % 40, 1, 1,
        jsonb_build_object('I1', n % 100, 'S1', 'level ' || n % 50)
      from (
        select n, ${`${day}T00:00:00Z`}::timestamptz + (n % 86400) * interval '1 second' as at
        from generate_series(${first}::integer, ${last}::integer) as n
      ) events`.execute(trx);
  });
}
