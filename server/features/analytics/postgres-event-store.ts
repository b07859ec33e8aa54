import { sql } from 'kysely';
import { analyticsEventIds } from '#model/analytics-events.ts';
import type { Database } from '#server/db/database.ts';
import { allowLongStatements, isWithinDay } from './event-days.ts';
import { maxTimeToPlayMs, type EventStore, type GameStarts, type GameVisits, type HourPlays } from './event-store.ts';
import { readDayEvents } from './read-day-events.ts';
import { firstDayOfPlayer } from './write-player-days.ts';

const isStartOn = (day: string) =>
  sql`event_id = ${analyticsEventIds.GameStarted} and ${isWithinDay(sql.ref('server_created_at'), day)}`;

export const createPostgresEventStore = (database: Database): EventStore => ({
  hasWholeDay: async () => true,
  requireReadable: async () => undefined,
  writePlayerDays: (day) =>
    database.transaction(async (trx) => {
      await allowLongStatements(trx);
      await sql`
        insert into analytics_player_days (account_id, game, day, first_day)
        select account_id, game, ${day}::date, ${firstDayOfPlayer(day)}
        from (select distinct account_id, game from analytics_events_by_day where ${isStartOn(day)}) played
        join accounts using (account_id)
        join games using (game)
        on conflict do nothing`.execute(trx);
    }),
  countGameStarts: (day) =>
    database.transaction(async (trx) => {
      await allowLongStatements(trx);
      const { rows } = await sql<GameStarts>`
        select games.game, count(distinct account_id)::int as players, count(distinct session_id)::int as sessions,
          percentile_disc(0.5) within group (order by (fields->>'I1')::bigint)
            filter (where (fields->>'I1')::bigint between 0 and ${maxTimeToPlayMs})::int as time_to_play_ms
        from analytics_events_by_day join games using (game) where ${isStartOn(day)} group by games.game`.execute(trx);
      return rows;
    }),
  countVisits: (day) =>
    database.transaction(async (trx) => {
      await allowLongStatements(trx);
      const { rows } = await sql<GameVisits>`
        select coalesce(game, '') as game,
          count(distinct session_id) filter (where event_id = ${analyticsEventIds.GamePageShown})::int as visits,
          count(distinct session_id) filter (where event_id = ${analyticsEventIds.GameStarted})::int as sessions
        from analytics_events_by_day
        where event_id in (${analyticsEventIds.GamePageShown}, ${analyticsEventIds.GameStarted}) and game is not null
          and ${isWithinDay(sql.ref('server_created_at'), day)}
        group by grouping sets ((game), ())`.execute(trx);
      return rows;
    }),
  countPlaysByHour: (day) =>
    database.transaction(async (trx) => {
      await allowLongStatements(trx);
      const { rows } = await sql<HourPlays>`
        select extract(hour from server_created_at at time zone 'UTC')::int as hour,
          count(distinct (session_id, game))::int as plays
        from analytics_events_by_day where ${isStartOn(day)} and game is not null group by 1`.execute(trx);
      return rows;
    }),
  readDayEvents: (query, take) => readDayEvents(database.connection, query, take),
  readAccountEvents: async () => [],
});
