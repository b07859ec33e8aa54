import type { Infrastructure } from '#server/infrastructure.ts';
import { createNewsRoutes } from './routes.ts';

export const createNewsFeature = ({ config, replicaReads }: Pick<Infrastructure, 'config' | 'replicaReads'>) => ({
  routes: { info: createNewsRoutes(replicaReads, config.basePath) },
});
