import type { Kysely } from 'kysely';
import type { GameDay } from '#model/game-day.ts';
import type { Tables } from '#server/db/tables.ts';
import { addDays } from './event-days.ts';

export interface DaysQuery {
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

export interface GameDaysQuery extends DaysQuery {
  readonly game: string;
}

/** Days without players and orders are not listed. How many returned is told once that day is over. */
export async function readGameDays(db: Kysely<Tables>, { game, from, to, today }: GameDaysQuery): Promise<GameDay[]> {
  const rows = await db
    .selectFrom('game_days')
    .selectAll()
    .where('game', '=', game)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
  return rows.map((row) => describeDay(row, today));
}

/** The same for the whole portal. */
export async function readPortalDays(db: Kysely<Tables>, { from, to, today }: DaysQuery): Promise<GameDay[]> {
  const rows = await db
    .selectFrom('portal_days')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
  return rows.map((row) => describeDay({ ...row, time_to_play_ms: null }, today));
}

interface DayRow {
  readonly day: string;
  readonly players: number;
  readonly new_players: number;
  readonly sessions: number;
  readonly visits: number;
  readonly time_to_play_ms: number | null;
  readonly orders: number;
  readonly buyers: number;
  readonly revenue_usd_minor: number;
  readonly refunded_usd_minor: number;
  readonly returned_day1: number;
  readonly returned_day7: number;
  readonly returned_day30: number;
}

function describeDay(row: DayRow, today: string): GameDay {
  const isOver = (days: number): boolean => addDays(row.day, days) < today;
  return {
    Day: row.day,
    IsComplete: isOver(0),
    Players: row.players,
    NewPlayers: row.new_players,
    Sessions: row.sessions,
    Visits: row.visits,
    ...(row.time_to_play_ms !== null && { TimeToPlayMs: row.time_to_play_ms }),
    Orders: row.orders,
    Buyers: row.buyers,
    RevenueUsdMinor: row.revenue_usd_minor,
    RefundedUsdMinor: row.refunded_usd_minor,
    ...(isOver(1) && { ReturnedDay1: row.returned_day1 }),
    ...(isOver(7) && { ReturnedDay7: row.returned_day7 }),
    ...(isOver(30) && { ReturnedDay30: row.returned_day30 }),
  };
}
