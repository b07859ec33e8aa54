import type { Infrastructure } from '#server/infrastructure.ts';
import { createProfanityFilterReader } from './profanity-filter-reader.ts';
import { createProfanityFilterRoutes } from './routes.ts';

export function createProfanityFilterFeature({ database, now }: Pick<Infrastructure, 'database' | 'now'>) {
  const readFilter = createProfanityFilterReader(database, now);
  return { readFilter, routes: { words: createProfanityFilterRoutes(database, readFilter) } };
}
