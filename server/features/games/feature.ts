import type { Infrastructure } from '#server/infrastructure.ts';
import type { GameCatalogue } from './game-catalogue.ts';
import type { ReadPlatformData } from './platform-data.ts';
import { createGamesRoutes } from './routes.ts';

export interface GamesFeatureDeps extends Pick<Infrastructure, 'config' | 'database' | 'replicaReads' | 'now'> {
  readonly readPlatformData: ReadPlatformData;
  readonly catalogue: GameCatalogue;
}

export const createGamesFeature = ({
  config,
  database,
  now,
  readPlatformData,
  catalogue,
  replicaReads,
}: GamesFeatureDeps) => ({
  // Before the first request, because it takes longer than a request should.
  start: async () => void (await catalogue.read()),
  routes: { games: createGamesRoutes(database, { ...config, now, readPlatformData, catalogue, replicaReads }) },
});
