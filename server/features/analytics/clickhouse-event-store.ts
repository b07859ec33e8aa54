// Reads events from ClickHouse. Events that are not there yet wait in PostgreSQL; see `send-events.ts`.
import { sql } from 'kysely';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { ClickHouseError } from './clickhouse.ts';
import { clickHouseTable, isOwnedBy, type ClickHouseEvents } from './clickhouse-events.ts';
import { isWithinDay } from './event-days.ts';
import { inBatches } from './in-batches.ts';
import { maxTimeToPlayMs, type EventStore, type GameStarts, type GameVisits, type HourPlays } from './event-store.ts';
import type { DayEventsQuery, ExportedEvent } from './read-day-events.ts';
import { writePlayerDays } from './write-player-days.ts';

const figuresTimeoutMs = 120_000;
const exportTimeoutMs = 3_600_000;
const accountTimeoutMs = 20_000;

export function createClickHouseEventStore(events: ClickHouseEvents, database: Database): EventStore {
  const startsOf = (day: string): string =>
    `Day = '${day}' AND EventId = ${analyticsEventIds.GameStarted} AND Game != ''`;
  return {
    hasWholeDay: async (day) => !(await hasWaitingEvents(database, day)),
    requireReadable: async (day, today) => {
      if (day < today && (await hasWaitingEvents(database, day)))
        throw new Problem('Overloaded', 'Events of this day are still being stored. Try again in a few minutes.');
      await events.readState().catch((error: unknown) => {
        throw toProblem(error);
      });
    },
    writePlayerDays: async (day) => {
      const played = events.read<{ UserId: string; Game: string }>(
        `SELECT DISTINCT UserId, Game FROM ${clickHouseTable} WHERE ${startsOf(day)} AND isNotNull(UserId)`,
        figuresTimeoutMs,
      );
      for await (const some of inBatches(played, 5000))
        await writePlayerDays(database, day, {
          accountIds: some.map(({ UserId }) => UserId),
          games: some.map(({ Game }) => Game),
        });
    },
    countGameStarts: async (day) => {
      // The lower median, as PostgreSQL's percentile_disc(0.5). Of a row that was sent twice, FINAL counts one.
      const rows = events.read<GameStarts>(
        `SELECT Game AS game, uniqExact(UserId) AS players, uniqExact(SessionId) AS sessions,
           if(empty(groupArrayIf(Ms, Ms >= 0 AND Ms <= ${maxTimeToPlayMs}) AS times), NULL,
             arraySort(times)[intDiv(length(times) + 1, 2)]) AS time_to_play_ms
         FROM (
           SELECT Game, UserId, SessionId, ifNull(I1, -1) AS Ms FROM ${clickHouseTable} FINAL WHERE ${startsOf(day)}
         ) GROUP BY Game`,
        figuresTimeoutMs,
      );
      const starts: GameStarts[] = [];
      for await (const row of rows) starts.push(row);
      return starts;
    },
    countVisits: async (day) => {
      const { GamePageShown, GameStarted } = analyticsEventIds;
      const counts = `uniqExactIf(SessionId, EventId = ${GamePageShown}) AS visits,
           uniqExactIf(SessionId, EventId = ${GameStarted}) AS sessions
         FROM ${clickHouseTable}
         WHERE Day = '${day}' AND EventId IN (${GamePageShown}, ${GameStarted}) AND Game != ''`;
      const visits: GameVisits[] = [];
      const rows = events.read<GameVisits>(
        `SELECT Game AS game, ${counts} GROUP BY Game UNION ALL SELECT '' AS game, ${counts}`,
        figuresTimeoutMs,
      );
      for await (const row of rows) visits.push(row);
      return visits;
    },
    countPlaysByHour: async (day) => {
      const rows = events.read<HourPlays>(
        `SELECT intDiv(ServerCreatedAtMs, 3600000) % 24 AS hour, uniqExact(SessionId, Game) AS plays
         FROM ${clickHouseTable} WHERE ${startsOf(day)} GROUP BY hour`,
        figuresTimeoutMs,
      );
      const hours: HourPlays[] = [];
      for await (const row of rows) hours.push(row);
      return hours;
    },
    readDayEvents: async (query, take) => {
      const rows = events.read<ClickHouseRow>(
        `SELECT * FROM ${clickHouseTable} FINAL WHERE Day = '${query.day}'${isOfGame(query.game)}`,
        exportTimeoutMs,
      );
      for await (const some of inBatches(rows, 500)) await take(await nameUsers(database, query, some.map(toExported)));
    },
    readAccountEvents: async (accountIds) => {
      const found: ClickHouseRow[] = [];
      try {
        const rows = events.read<ClickHouseRow>(
          `SELECT * FROM ${clickHouseTable} FINAL WHERE ${isOwnedBy(accountIds)}`,
          accountTimeoutMs,
        );
        for await (const row of rows) found.push(row);
      } catch (error) {
        throw toProblem(error);
      }
      return found.map((row) => ({
        server_created_at: new Date(row.ServerCreatedAtMs),
        created_at: new Date(row.CreatedAtMs),
        game: row.Game || null,
        account_id: row.UserId ?? '',
        session_id: row.SessionId,
        event_id: row.EventId,
        fields: readFields(row),
      }));
    },
  };
}

const toProblem = (error: unknown): unknown =>
  error instanceof ClickHouseError
    ? new Problem('DatabaseUnavailable', "Analytics events can't be read at the moment. Try again later.", {
        cause: error,
      })
    : error;

async function hasWaitingEvents(database: Database, day: string): Promise<boolean> {
  const isOnDay = isWithinDay(sql.ref('server_created_at'), day);
  const { rows } = await sql<{ is_waiting: boolean }>`
    select exists (select from analytics_events where ${isOnDay})
      or exists (select from analytics_outbox where ${isOnDay})
      or exists (select from analytics_events_by_day where ${isOnDay}) as is_waiting`.execute(database.kysely);
  return rows[0]?.is_waiting ?? false;
}

interface ClickHouseRow {
  readonly Game: string;
  readonly UserId: string | null;
  readonly SessionId: string;
  readonly EventId: number;
  readonly CreatedAtMs: number;
  readonly ServerCreatedAtMs: number;
  readonly Platform: number;
  readonly Build: number;
  readonly EnvelopePlatform: number;
  readonly BuildId: number;
}

const toExported = (row: ClickHouseRow): ExportedEvent => ({
  Game: row.Game || null,
  UserId: row.UserId,
  SessionId: row.SessionId,
  EventId: row.EventId,
  CreatedAt: new Date(row.CreatedAtMs),
  ServerCreatedAt: new Date(row.ServerCreatedAtMs),
  Platform: row.Platform,
  Build: row.Build,
  EnvelopePlatform: row.EnvelopePlatform,
  BuildId: row.BuildId,
  fields: readFields(row),
});

const readFields = (row: object): Record<string, string | number> =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => /^[IFSJ]\d+$/.test(name) && value !== null));

/** Names of games have no quotes, so an unknown one can't change the statement. */
function isOfGame(game: string | undefined): string {
  if (game === undefined) return '';
  if (!/^[\w-]+$/.test(game)) throw new Error('The name of a game is invalid.');
  return ` AND Game = '${game}'`;
}

/** Developers get the player's id in the game instead of the account. */
async function nameUsers(
  database: Database,
  { userId }: DayEventsQuery,
  events: readonly ExportedEvent[],
): Promise<readonly ExportedEvent[]> {
  if (userId === 'account') return events;
  const accountIds = [...new Set(events.flatMap(({ UserId }) => UserId ?? []))];
  const { rows } = await sql<{ account_id: string; game: string; game_uid: string }>`
    select account_id, game, game_uid from connected_games where account_id = any(${accountIds}::uuid[])`.execute(
    database.kysely,
  );
  const uids = new Map(rows.map(({ account_id, game, game_uid }) => [`${account_id} ${game}`, game_uid]));
  return events.map((event) => ({ ...event, UserId: uids.get(`${event.UserId} ${event.Game}`) ?? null }));
}
