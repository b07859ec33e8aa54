import type { Infrastructure } from '#server/infrastructure.ts';
import { createNodeHeartbeat } from './node-heartbeat.ts';
import { createOverviewRoutes, type OverviewDeps } from './routes.ts';

export interface OverviewFeatureDeps extends Pick<Infrastructure, 'config' | 'database' | 'log' | 'now'> {
  readonly listMissingSetup: OverviewDeps['listMissingSetup'];
}

export function createOverviewFeature(deps: OverviewFeatureDeps) {
  const heartbeat = createNodeHeartbeat(deps);
  return {
    routes: { operatorOverview: createOverviewRoutes(deps) },
    startBackgroundWork: heartbeat.start,
    stop: heartbeat.stop,
  };
}
