// Where analytics events are read from: PostgreSQL, or ClickHouse with ANALYTICS_URL. Both give the same figures.
import type { DayEventsQuery, ExportedEvent } from './read-day-events.ts';

export interface EventStore {
  /** Whether all events of a past day can be read. */
  hasWholeDay(day: string): Promise<boolean>;
  /** Throws a `Problem` if events of this day can't be read now, or some of a past day are still on their way. */
  requireReadable(day: string, today: string): Promise<void>;
  /** Adds the accounts that started a game on this day to `analytics_player_days`. */
  writePlayerDays(day: string): Promise<void>;
  countGameStarts(day: string): Promise<GameStarts[]>;
  /** One row per game, and one for the whole portal. */
  countVisits(day: string): Promise<GameVisits[]>;
  /** Page loads in which a game was started, by hour of their arrival. */
  countPlaysByHour(day: string): Promise<HourPlays[]>;
  /** Calls `take` with some events of the day after the other, and waits for it each time. */
  readDayEvents(query: DayEventsQuery, take: (events: readonly ExportedEvent[]) => Promise<void>): Promise<void>;
  /** Events of these accounts outside PostgreSQL, as rows of `analytics_events_by_day`. */
  readAccountEvents(accountIds: readonly string[]): Promise<AccountEvent[]>;
}

export interface GameStarts {
  readonly game: string;
  readonly players: number;
  readonly sessions: number;
  /** The lower median of the sessions. */
  readonly time_to_play_ms: number | null;
}

export interface GameVisits {
  /** Empty: the whole portal, in which a page load with two games counts once. */
  readonly game: string;
  /** Page loads in which the game's page was shown. */
  readonly visits: number;
  readonly sessions: number;
}

export interface HourPlays {
  /** 0 to 23, in UTC. */
  readonly hour: number;
  readonly plays: number;
}

/** The columns that are exported to the player. */
export interface AccountEvent {
  readonly server_created_at: Date;
  readonly created_at: Date;
  readonly game: string | null;
  readonly account_id: string;
  readonly session_id: string;
  readonly event_id: number;
  readonly fields: Readonly<Record<string, string | number>>;
}

/** A page may be left open while it loads. */
export const maxTimeToPlayMs = 600_000;
