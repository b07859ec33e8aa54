import type { GameKeys } from '#server/features/game-keys/game-keys.ts';
import type { GameJwts } from '#server/features/game-tokens/game-jwt.ts';
import { createTempTokenRoutes } from '#server/features/game-tokens/temp-tokens.ts';
import { createTokenRoutes } from '#server/features/game-tokens/token-routes.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import type { FindOpenStores } from '#server/features/store/open-stores.ts';
import { createAccountExistsRoute } from './account-exists.ts';
import { createConnectInviteRoutes } from './connect-invites.ts';
import { createExternalIdRoutes, type ExternalIdDeps } from './external-id-routes.ts';
import { createGameAssertions } from './game-assertion.ts';
import { createImportPlayerRoute } from './import-player.ts';
import { createSignInByPlatformRoute, type SignInByPlatformDeps } from './sign-in-by-platform.ts';
import { createSignInFromGameRoute } from './sign-in-from-game.ts';

export interface GameSignInDeps
  extends Omit<ExternalIdDeps, 'gameAssertions' | 'sessions'>, Omit<SignInByPlatformDeps, 'portalUrl'> {
  readonly sessions: Sessions;
  readonly gameKeys: GameKeys;
  readonly gameJwts: GameJwts;
  readonly findStores: FindOpenStores;
  readonly portalUrl: URL;
}

export function createGameSignInRoutes(deps: GameSignInDeps) {
  const gameAssertions = createGameAssertions(deps);
  return {
    auth: {
      ...createTempTokenRoutes({ database: deps.database, portalOrigin: deps.portalUrl.origin }),
      ...createTokenRoutes(deps),
      ...createSignInFromGameRoute({ ...deps, gameAssertions }),
      ...createImportPlayerRoute(deps),
      ...createExternalIdRoutes({ ...deps, gameAssertions }),
      ...createSignInByPlatformRoute({ ...deps, portalUrl: deps.portalUrl.href.replace(/\/$/, '') }),
    },
    invite: createConnectInviteRoutes(deps),
    info: createAccountExistsRoute(deps),
  };
}
