import type { Infrastructure } from '#server/infrastructure.ts';
import { createDocumentsRoutes } from './routes.ts';

export const createDocumentsFeature = ({ database }: Pick<Infrastructure, 'database'>) => ({
  routes: { documents: createDocumentsRoutes(database) },
});
