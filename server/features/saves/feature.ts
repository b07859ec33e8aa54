import type { Infrastructure } from '#server/infrastructure.ts';
import { createSavesRoutes } from './routes.ts';

export const createSavesFeature = (deps: Pick<Infrastructure, 'database' | 'config'>) => ({
  routes: { saves: createSavesRoutes(deps) },
});
