import { analyticsEventIds } from './analytics-events.ts';

/** Events whose S1 is a game. */
export const gameEventIds: ReadonlySet<number> = new Set([
  analyticsEventIds.DownloadRequested,
  analyticsEventIds.DownloadStarted,
  analyticsEventIds.DownloadCompleted,
  analyticsEventIds.DownloadFailed,
  analyticsEventIds.ExternalIdAuthenticated,
  analyticsEventIds.LauncherStarted,
  analyticsEventIds.OrderStateChanged,
  analyticsEventIds.UserReviewed,
  analyticsEventIds.GameStatsInitialized,
  analyticsEventIds.GameStat,
  analyticsEventIds.GameStarted,
  analyticsEventIds.AdEnded,
  analyticsEventIds.GamePageShown,
]);
