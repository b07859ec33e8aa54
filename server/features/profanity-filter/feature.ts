import type { Infrastructure } from '#server/infrastructure.ts';
import { createWordsRoutes } from './routes.ts';

export const createProfanityFilterFeature = ({ database, now }: Pick<Infrastructure, 'database' | 'now'>) => ({
  routes: { words: createWordsRoutes(database, now) },
});
