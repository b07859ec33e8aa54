import type { HeaderPolicy } from '#server/http/headers.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createGamePageChecker } from './check-game-page.ts';
import { createPlayRoutes, type PlayDeps } from './routes.ts';

export interface PlayFeatureDeps
  extends
    Pick<Infrastructure, 'config' | 'database' | 'now' | 'fetch'>,
    Pick<PlayDeps, 'readPortal' | 'readPlatformData'> {
  readonly policy: HeaderPolicy;
}

export function createPlayFeature({ config, fetch, ...deps }: PlayFeatureDeps) {
  const { gamesUrl, basePath, publicUrl } = config;
  const checkPage = createGamePageChecker({ fetch, portalOrigin: publicUrl.origin }, deps.now);
  return { routes: { play: createPlayRoutes({ ...deps, gamesUrl, basePath, checkPage }) } };
}
