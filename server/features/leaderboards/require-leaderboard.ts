import type { PublicGameConfig } from '#contract/config.ts';
import type { Leaderboard, LeaderboardPeriod } from '#model/leaderboard.ts';
import {
  findLeaderboardPeriod,
  listLeaderboardPeriods,
  type LeaderboardPeriodSpan,
} from '#model/leaderboard-periods.ts';
import { Problem } from '#model/problem.ts';

export function requireLeaderboard({ Leaderboards }: PublicGameConfig, id: string): Leaderboard {
  const board = Leaderboards.find(({ Id }) => Id === id);
  if (!board) throw new Problem('UnknownLeaderboard');
  return board;
}

export function requirePeriod(
  board: Leaderboard,
  asked: { readonly period: LeaderboardPeriod | undefined; readonly ago: number | undefined },
  now: Date,
): LeaderboardPeriodSpan {
  const [first] = listLeaderboardPeriods(board);
  const period = asked.period ?? first;
  const span = period && findLeaderboardPeriod(board, { period, ago: asked.ago ?? 0 }, now);
  if (!span) throw new Problem('UnknownLeaderboard');
  return span;
}
