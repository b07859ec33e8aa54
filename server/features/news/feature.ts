import type { Infrastructure } from '#server/infrastructure.ts';
import { createOperatorNewsRoutes } from './console-routes.ts';
import { createNewsRoutes } from './routes.ts';

export const createNewsFeature = ({
  config,
  database,
  replicaReads,
}: Pick<Infrastructure, 'config' | 'database' | 'replicaReads'>) => ({
  routes: {
    info: createNewsRoutes(replicaReads, config.basePath),
    operatorNews: createOperatorNewsRoutes(database),
  },
});
