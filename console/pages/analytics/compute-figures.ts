import type { GameDay } from '#model/game-day.ts';

export type AnalyticsDay = GameDay;

/** The share of the new players who came back; null if there were no new players, or the day is not over. */
export function computeRetention(day: AnalyticsDay, after: 1 | 7 | 30): number | null {
  const returned = day[`ReturnedDay${after}`];
  return returned === undefined || day.NewPlayers === 0 ? null : returned / day.NewPlayers;
}

export interface FunnelStep {
  readonly name: 'Visits' | 'Sessions' | 'Orders';
  readonly count: number;
  /** Of the first step. Undefined if that step has no players. */
  readonly share: number | undefined;
}

/** From the page of a game to play to purchase. */
export function computeFunnel(days: readonly AnalyticsDay[]): FunnelStep[] {
  const names = ['Visits', 'Sessions', 'Orders'] as const;
  const counts = names.map((name) => days.reduce((sum, day) => sum + day[name], 0));
  const first = counts[0] ?? 0;
  return names.map((name, index) => {
    const count = counts[index] ?? 0;
    return { name, count, share: first === 0 ? undefined : count / first };
  });
}
