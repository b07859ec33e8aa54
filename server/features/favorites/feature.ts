import type { Infrastructure } from '#server/infrastructure.ts';
import { createFavoritesRoutes } from './routes.ts';

export const createFavoritesFeature = ({ database }: Pick<Infrastructure, 'database'>) => ({
  routes: { favorites: createFavoritesRoutes(database) },
});
