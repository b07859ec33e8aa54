import type { PlatformSync } from '#server/features/platform-sync/platform-sync.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { defineDeliverRewardsJob } from './deliver-rewards-job.ts';
import { createPlayEventNotifier, type PlayEventNotifierDeps } from './play-event-notifier.ts';
import { createPullEventsRoutes } from './pull-events.ts';
import { createCrossPlayRoutes } from './routes.ts';

export interface CrossPlayFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'log' | 'now' | 'fetch' | 'jobs'
> {
  readonly endpoints: PlayEventNotifierDeps['endpoints'];
  readonly platformSync: PlatformSync;
}

export function createCrossPlayFeature(deps: CrossPlayFeatureDeps) {
  const playEvents = createPlayEventNotifier(deps);
  return {
    routes: {
      crossPlay: createCrossPlayRoutes({ ...deps, notifyServer: playEvents.notifyServer }),
      deliveries: createPullEventsRoutes(deps.database),
    },
    jobs: [playEvents.definition, defineDeliverRewardsJob(deps)],
  };
}
