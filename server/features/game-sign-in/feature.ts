import type * as platformManifests from '#platforms/registry.ts';
import type { ApiHandlers } from '#server/http/implement-api.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createPlatformCallHandlers, type PlatformCallsDeps } from './platform-calls.ts';
import { createGameSignInRoutes, type GameSignInDeps } from './routes.ts';

type PlatformArea = Extract<keyof ApiHandlers, keyof typeof platformManifests>;

export interface GameSignInFeatureDeps
  extends Omit<GameSignInDeps, 'portalUrl'>, Omit<PlatformCallsDeps, 'launch' | 'portalUrl'> {
  readonly config: Infrastructure['config'];
  readonly policy: HeaderPolicy;
}

export function createGameSignInFeature(deps: GameSignInFeatureDeps) {
  const { config, policy } = deps;
  const { publicUrl } = config;
  const platformCalls = createPlatformCallHandlers({
    ...deps,
    launch: { config, policy },
    portalUrl: publicUrl.href.replace(/\/$/, ''),
  });
  return {
    routes: {
      // The contract and these handlers are built from the same manifests.
      ...(platformCalls as unknown as Pick<ApiHandlers, PlatformArea>),
      ...createGameSignInRoutes({ ...deps, portalUrl: publicUrl }),
    },
  };
}
