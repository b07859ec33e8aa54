import type { Infrastructure } from '#server/infrastructure.ts';
import { defineCompactLeaderboardsJob } from './compact-leaderboards-job.ts';
import { createLeaderboardsRoutes, type LeaderboardsDeps } from './routes.ts';

export const createLeaderboardsFeature = (deps: LeaderboardsDeps & Pick<Infrastructure, 'jobs'>) => ({
  routes: createLeaderboardsRoutes(deps),
  jobs: [defineCompactLeaderboardsJob(deps)],
});
