import type { GameJwts } from '#server/features/game-tokens/game-jwt.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createProfileRoutes, type ProfileDeps } from './routes.ts';

export interface ProfileFeatureDeps extends Omit<ProfileDeps, 'profileLink' | 'signGameJwt'> {
  readonly config: Infrastructure['config'];
  readonly gameJwts: Pick<GameJwts, 'sign'>;
}

export const createProfileFeature = ({ config, gameJwts, ...deps }: ProfileFeatureDeps) => ({
  routes: {
    profile: createProfileRoutes({
      ...deps,
      signGameJwt: (...about) => gameJwts.sign(...about),
      profileLink: buildPageAddress(config, 'Profile').href,
    }),
  },
});
