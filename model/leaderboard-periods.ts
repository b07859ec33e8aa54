// The periods of a leaderboard. Days and weeks are in UTC; weeks start on Monday.
import type { Leaderboard, LeaderboardPeriod } from './leaderboard.ts';

export interface LeaderboardPeriodSpan {
  readonly period: LeaderboardPeriod;
  /** As stored in `leaderboards.period`. */
  readonly key: string;
  readonly startsAt?: Date;
  readonly endsAt?: Date;
  readonly seasonName?: Readonly<Record<string, string>>;
}

/** How many past days and weeks stay readable. */
export const maxPastPeriods = { Daily: 30, Weekly: 26 } as const;

/** The first open one is the main period: the rank of a submitted score refers to it. */
export function listLeaderboardPeriods({ Periods, Seasons = [] }: Leaderboard): LeaderboardPeriod[] {
  const hasSeasons = Seasons.length > 0;
  const declared = new Set<LeaderboardPeriod>([
    ...(Periods ?? (hasSeasons ? [] : (['AllTime'] as const))),
    ...(hasSeasons ? (['Season'] as const) : []),
  ]);
  return (['AllTime', 'Season', 'Weekly', 'Daily'] as const).filter((period) => declared.has(period));
}

/**
 * @param ago 0: the current period. For seasons: the latest that has begun, also if it is over.
 * @returns undefined if the leaderboard has no such period
 */
export function findLeaderboardPeriod(
  board: Leaderboard,
  { period, ago }: { readonly period: LeaderboardPeriod; readonly ago: number },
  now: Date,
): LeaderboardPeriodSpan | undefined {
  if (!listLeaderboardPeriods(board).includes(period)) return undefined;
  switch (period) {
    case 'AllTime':
      return ago === 0 ? { period, key: 'all' } : undefined;
    case 'Daily':
      return ago > maxPastPeriods.Daily ? undefined : describeDays(period, 'day', startOfDay(now) - ago * dayMs, 1);
    case 'Weekly':
      return ago > maxPastPeriods.Weekly
        ? undefined
        : describeDays(period, 'week', startOfWeek(now) - ago * 7 * dayMs, 7);
    case 'Season': {
      const season = listBegunSeasons(board, now)[ago];
      return (
        season && {
          period,
          key: `season ${season.Id}`,
          startsAt: new Date(season.From),
          endsAt: new Date(season.To),
          seasonName: season.Name ?? {},
        }
      );
    }
  }
}

/** The periods that take scores now. */
export function findOpenLeaderboardPeriods(board: Leaderboard, now: Date): LeaderboardPeriodSpan[] {
  return listLeaderboardPeriods(board).flatMap((period) => {
    const span = findLeaderboardPeriod(board, { period, ago: 0 }, now);
    return span && (span.endsAt === undefined || now < span.endsAt) ? [span] : [];
  });
}

/** How many past periods can be read. */
export function countPastPeriods(board: Leaderboard, period: LeaderboardPeriod, now: Date): number {
  if (period === 'Season') return Math.max(0, listBegunSeasons(board, now).length - 1);
  return period === 'AllTime' ? 0 : maxPastPeriods[period];
}

const dayMs = 86_400_000;

const startOfDay = (now: Date): number => Math.floor(now.getTime() / dayMs) * dayMs;

// 1 January 1970 was a Thursday.
const startOfWeek = (now: Date): number => startOfDay(now) - ((Math.floor(now.getTime() / dayMs) + 3) % 7) * dayMs;

const describeDays = (
  period: LeaderboardPeriod,
  name: string,
  startMs: number,
  days: number,
): LeaderboardPeriodSpan => ({
  period,
  key: `${name} ${new Date(startMs).toISOString().slice(0, 10)}`,
  startsAt: new Date(startMs),
  endsAt: new Date(startMs + days * dayMs),
});

const listBegunSeasons = ({ Seasons = [] }: Leaderboard, now: Date) =>
  Seasons.filter(({ From }) => new Date(From) <= now).toSorted((a, b) => Date.parse(b.From) - Date.parse(a.From));
