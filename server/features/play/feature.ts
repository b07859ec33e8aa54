import type { HeaderPolicy } from '#server/http/headers.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import type { ReadCacheDeps } from '#server/db/read-cache.ts';
import { createGamePageChecker } from './check-game-page.ts';
import { createNewestBuildFinder } from './read-builds.ts';
import { createPlayRoutes, type PlayDeps } from './routes.ts';

export interface PlayFeatureDeps
  extends
    Pick<Infrastructure, 'config' | 'database' | 'now' | 'fetch' | 'log'>,
    Pick<PlayDeps, 'readPortal' | 'readPlatformData'> {
  readonly policy: HeaderPolicy;
  readonly memory: ReadCacheDeps;
}

export function createPlayFeature({ config, fetch, memory, ...deps }: PlayFeatureDeps) {
  const { gamesUrl, basePath, publicUrl } = config;
  const checkPage = createGamePageChecker({ fetch, portalOrigin: publicUrl.origin }, deps.now);
  const findNewestBuild = createNewestBuildFinder(deps.database, memory);
  return { routes: { play: createPlayRoutes({ ...deps, gamesUrl, basePath, checkPage, findNewestBuild }) } };
}
