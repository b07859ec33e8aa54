import type { Infrastructure } from '#server/infrastructure.ts';
import { createNewsRoutes } from './routes.ts';

export const createNewsFeature = ({ config, database }: Pick<Infrastructure, 'config' | 'database'>) => ({
  routes: { info: createNewsRoutes(database, config.basePath) },
});
