import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiClient } from '#portal/api.ts';

export type LeaderboardReply = Awaited<ReturnType<typeof apiClient.leaderboards.entries>>;
export type LeaderboardRequest = Parameters<typeof apiClient.leaderboards.entries>[0];
export type LeaderboardViewName = NonNullable<LeaderboardRequest['View']>;

/** Fetched again at every visit. */
export const leaderboardQuery = (session: number, request: LeaderboardRequest) =>
  queryOptions({
    queryKey: ['leaderboard', session, request],
    queryFn: () => apiClient.leaderboards.entries(request),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
