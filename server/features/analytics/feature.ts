import type { FastifyInstance } from 'fastify';
import { createCopyConnection } from '#server/db/copy-connection.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { defineAnalyticsJobs } from './analytics-jobs.ts';
import { createBridgeErrorCounter, type BridgeErrorDeps } from './count-bridge-errors.ts';
import { createOutboxLimit } from './event-outbox.ts';
import { createEventParser } from './event-parser.ts';
import type { EventStore } from './event-store.ts';
import { openEventStore } from './open-event-store.ts';
import { createEventWriter } from './event-writer.ts';
import { createOperatorAnalyticsRoutes } from './console-routes.ts';
import { createGameDaysRoute } from './game-days-route.ts';
import { createAnalyticsRoutes, type AnalyticsRoutesDeps } from './routes.ts';
import { mountExport, type MountExportDeps } from './mount-export.ts';
import { createTrackAdmission } from './track-admission.ts';

export interface AnalyticsFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'log' | 'now' | 'metrics' | 'jobs'
> {
  readonly readGame: BridgeErrorDeps['readGame'];
  readonly gameKeys: MountExportDeps['gameKeys'];
  readonly storeBridgeErrors: AnalyticsRoutesDeps['storeBridgeErrors'];
}

export function createAnalyticsFeature(deps: AnalyticsFeatureDeps) {
  const { config, database, log } = deps;
  const { analyticsStore } = config;
  const store = openEventStore(config, database);
  const writer = createEventWriter({
    ...deps,
    connection: createCopyConnection(database.connection, log),
    table: analyticsStore ? 'analytics_outbox' : 'analytics_events_by_day',
  });
  const hasRoom = analyticsStore ? createOutboxLimit(database, config.analyticsMaxWaiting) : async () => true;
  const parser = createEventParser(log);
  const countBridgeErrors = createBridgeErrorCounter(deps);
  return {
    routes: {
      analytics: {
        ...createAnalyticsRoutes({ ...deps, parser, writer, hasRoom, countBridgeErrors }),
        ...createGameDaysRoute(deps),
      },
      operatorAnalytics: createOperatorAnalyticsRoutes(deps),
    },
    readAccountEvents: ((accountIds) => store.readAccountEvents(accountIds)) satisfies EventStore['readAccountEvents'],
    jobs: defineAnalyticsJobs(deps),
    mount: (app: FastifyInstance) => {
      createTrackAdmission().mount(app);
      mountExport(app, { ...deps, store });
    },
    start: () => parser.start(),
    stop: async () => {
      await writer.close();
      await parser.close();
    },
  };
}
