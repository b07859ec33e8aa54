import type { Infrastructure } from '#server/infrastructure.ts';
import { createProfanityFilterRoutes } from './routes.ts';

export const createProfanityFilterFeature = ({ database, now }: Pick<Infrastructure, 'database' | 'now'>) => ({
  routes: { words: createProfanityFilterRoutes(database, now) },
});
