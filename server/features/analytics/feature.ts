import type { Infrastructure } from '#server/infrastructure.ts';
import { createAnalyticsQueue } from './analytics-queue.ts';
import { createBridgeErrorCounter, type BridgeErrorDeps } from './count-bridge-errors.ts';
import { createAnalyticsRoutes } from './routes.ts';

export interface AnalyticsFeatureDeps extends Pick<Infrastructure, 'database' | 'log' | 'now' | 'metrics'> {
  readonly readGame: BridgeErrorDeps['readGame'];
}

export function createAnalyticsFeature(deps: AnalyticsFeatureDeps) {
  const queue = createAnalyticsQueue(deps);
  return {
    queue,
    routes: { analytics: createAnalyticsRoutes(queue, deps.now, createBridgeErrorCounter(deps)) },
    stop: () => queue.close(),
  };
}
