import type { FastifyInstance } from 'fastify';
import { createCopyConnection } from '#server/db/copy-connection.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { defineAnalyticsJobs } from './analytics-jobs.ts';
import { createBridgeErrorCounter, type BridgeErrorDeps } from './count-bridge-errors.ts';
import { createEventParser } from './event-parser.ts';
import { createEventWriter } from './event-writer.ts';
import { createGameDaysRoute } from './game-days-route.ts';
import { createAnalyticsRoutes } from './routes.ts';
import { mountExport, type MountExportDeps } from './mount-export.ts';
import { createTrackAdmission } from './track-admission.ts';

export interface AnalyticsFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'log' | 'now' | 'metrics' | 'jobs'
> {
  readonly readGame: BridgeErrorDeps['readGame'];
  readonly gameKeys: MountExportDeps['gameKeys'];
}

export function createAnalyticsFeature(deps: AnalyticsFeatureDeps) {
  const { database, log } = deps;
  const writer = createEventWriter({ ...deps, connection: createCopyConnection(database.connection, log) });
  const parser = createEventParser(log);
  const countBridgeErrors = createBridgeErrorCounter(deps);
  return {
    routes: {
      analytics: {
        ...createAnalyticsRoutes({ ...deps, parser, writer, countBridgeErrors }),
        ...createGameDaysRoute(deps),
      },
    },
    jobs: defineAnalyticsJobs(deps),
    mount: (app: FastifyInstance) => {
      createTrackAdmission().mount(app);
      mountExport(app, deps);
    },
    start: () => parser.start(),
    stop: async () => {
      await writer.close();
      await parser.close();
    },
  };
}
