import type { Infrastructure } from '#server/infrastructure.ts';
import type { ReadPlatformData } from './platform-data.ts';
import { createGamesRoutes } from './routes.ts';

export interface GamesFeatureDeps extends Pick<Infrastructure, 'config' | 'database' | 'now'> {
  readonly readPlatformData: ReadPlatformData;
}

export const createGamesFeature = ({ config, database, now, readPlatformData }: GamesFeatureDeps) => ({
  routes: { games: createGamesRoutes(database, { ...config, now, readPlatformData }) },
});
