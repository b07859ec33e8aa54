import type { Infrastructure } from '#server/infrastructure.ts';
import { createPlayerRoutes, type PlayerRoutesDeps } from './console-routes.ts';
import { defineEndExpiredBlocksJob } from './end-expired-blocks-job.ts';

export const createPlayersFeature = (
  deps: Pick<Infrastructure, 'database' | 'log' | 'now' | 'jobs'> & PlayerRoutesDeps,
) => ({
  routes: { operatorPlayers: createPlayerRoutes(deps) },
  jobs: [defineEndExpiredBlocksJob(deps)],
});
