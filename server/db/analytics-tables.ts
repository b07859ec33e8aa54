import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export interface AnalyticsTables {
  /** Events that the server records in its transactions, until a job moves them to their day. */
  analytics_events: {
    row_id: Generated<number>;
    account_id: string | null;
    session_id: string;
    platform: number;
    build_id: number;
    event_id: number;
    /** No longer written or read; the next release drops it. */
    user_id: string | null;
    event_build: number | null;
    event_platform: number | null;
    fields: JSONColumnType<Record<string, string | number>>;
    created_at: Date;
    server_created_at: Date;
  };
  /** Partitioned by the day of `server_created_at`. */
  analytics_events_by_day: {
    server_created_at: Date;
    created_at: Date;
    game: string | null;
    account_id: string | null;
    session_id: string;
    platform: number;
    build_id: number;
    event_id: number;
    event_platform: number;
    event_build: number;
    fields: JSONColumnType<Record<string, string | number>>;
  };
  /** Events that are to be sent to ClickHouse. */
  analytics_outbox: {
    row_id: GeneratedAlways<number>;
    server_created_at: Date;
    created_at: Date;
    game: string | null;
    account_id: string | null;
    session_id: string;
    platform: number;
    build_id: number;
    event_id: number;
    event_platform: number;
    event_build: number;
    fields: JSONColumnType<Record<string, string | number>>;
  };
  analytics_sender: {
    is_only: Generated<boolean>;
    lease_id: string;
    leased_until: Date;
    last_used_at: Generated<Date>;
  };
  analytics_erasures: { erased_id: string; requested_at: Generated<Date> };
  analytics_player_days: { account_id: string; game: string; day: string; first_day: string };
  game_days: {
    game: string;
    day: string;
    players: Generated<number>;
    new_players: Generated<number>;
    sessions: Generated<number>;
    time_to_play_ms: number | null;
    orders: Generated<number>;
    revenue_usd_minor: Generated<number>;
    refunded_usd_minor: Generated<number>;
    returned_day1: Generated<number>;
    returned_day7: Generated<number>;
    returned_day30: Generated<number>;
    visits: Generated<number>;
    buyers: Generated<number>;
    computed_at: Generated<Date>;
  };
  portal_days: {
    day: string;
    players: Generated<number>;
    new_players: Generated<number>;
    sessions: Generated<number>;
    visits: Generated<number>;
    orders: Generated<number>;
    buyers: Generated<number>;
    revenue_usd_minor: Generated<number>;
    refunded_usd_minor: Generated<number>;
    returned_day1: Generated<number>;
    returned_day7: Generated<number>;
    returned_day30: Generated<number>;
    computed_at: Generated<Date>;
  };
  portal_hours: { hour: Date; plays: number };
  portal_nodes: { node: string; build: string; started_at: Generated<Date>; seen_at: Generated<Date> };
}
