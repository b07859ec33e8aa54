import { queryOptions } from '@tanstack/react-query';
import type { LeaderboardPeriod } from '#model/leaderboard.ts';
import type { Locale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';

export type LeaderboardReply = Awaited<ReturnType<typeof apiClient.leaderboards.entries>>;
export type LeaderboardViewName = 'Top' | 'Around' | 'Friends';

interface LeaderboardRequest {
  readonly game: string;
  readonly board: string;
  readonly view: LeaderboardViewName;
  readonly period: LeaderboardPeriod;
  readonly ago: number;
  readonly locale: Locale;
}

/** Fetched again at every visit. */
export const leaderboardQuery = (session: number, { game, board, view, period, ago, locale }: LeaderboardRequest) =>
  queryOptions({
    queryKey: ['leaderboard', session, game, board, view, period, ago, locale],
    queryFn: () =>
      apiClient.leaderboards.entries({
        Game: game,
        Leaderboard: board,
        View: view,
        Period: period,
        Ago: ago,
        Limit: 10,
        Locale: locale,
      }),
    placeholderData: (before: LeaderboardReply | undefined) => before,
    staleTime: 0,
  });
