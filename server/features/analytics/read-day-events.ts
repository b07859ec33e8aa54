// Reads the events of a day in the form of exports, a few at a time.
import type { Client } from 'pg';
import type { ConnectionOptions } from '#server/db/connection-options.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { addDays } from './event-days.ts';

/** The event's own fields come last: I1 to I10, F1 to F10, S1 to S15, J1 to J4. */
export interface ExportedEvent {
  readonly Game: string | null;
  readonly UserId: string | null;
  readonly SessionId: string;
  readonly EventId: number;
  readonly CreatedAt: Date;
  readonly ServerCreatedAt: Date;
  readonly Platform: number;
  readonly Build: number;
  readonly EnvelopePlatform: number;
  readonly BuildId: number;
  readonly fields: Readonly<Record<string, string | number>>;
}

export interface DayEventsQuery {
  readonly day: string;
  /** Only events of this game. */
  readonly game?: string | undefined;
  /** `account`: our id, for operators. `game`: the player's id in the game, for its developers. */
  readonly userId: 'account' | 'game';
}

/** Calls `take` with the events of the day, all as they were at one moment, and waits for it each time. */
export function readDayEvents(
  connection: ConnectionOptions,
  { day, game, userId }: DayEventsQuery,
  take: (events: readonly ExportedEvent[]) => Promise<void>,
): Promise<void> {
  return withSingleConnection(
    connection,
    async (client: Client) => {
      await client.query('begin isolation level repeatable read read only');
      await client.query(
        `declare day_events no scroll cursor for
         select events.game as "Game",
           case $4::text when 'account' then events.account_id::text else game_uid end as "UserId",
           session_id as "SessionId", event_id as "EventId", created_at as "CreatedAt",
           server_created_at as "ServerCreatedAt", event_platform as "Platform", event_build as "Build",
           platform as "EnvelopePlatform", build_id as "BuildId", fields
         from analytics_events_by_day events
         left join connected_games on connected_games.account_id = events.account_id and connected_games.game = events.game
         where server_created_at >= $1 and server_created_at < $2 and ($3::text is null or events.game = $3)`,
        [`${day}T00:00:00Z`, `${addDays(day, 1)}T00:00:00Z`, game ?? null, userId],
      );
      for (;;) {
        const { rows } = await client.query<ExportedEvent>('fetch 500 from day_events');
        if (rows.length === 0) break;
        await take(rows);
      }
      await client.query('commit');
    },
    { applicationName: 'fxid-export' },
  );
}
