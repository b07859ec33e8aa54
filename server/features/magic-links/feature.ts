import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createGameMailCodes } from './game-mail-codes.ts';
import { createMagicLinks } from './magic-links.ts';
import { createMagicLinkRoutes, type MagicLinkRoutesDeps } from './routes.ts';

export interface MagicLinksFeatureDeps
  extends
    Pick<Infrastructure, 'config' | 'sealer'>,
    Omit<MagicLinkRoutesDeps, 'magicLinks' | 'portalOrigin' | 'linkAddress' | 'hasGame'> {
  readonly readGame: (game: string) => Promise<object | undefined>;
}

export function createMagicLinksFeature({ config, sealer, readGame, ...rest }: MagicLinksFeatureDeps) {
  const deps: MagicLinkRoutesDeps = {
    ...rest,
    magicLinks: createMagicLinks(rest.database, sealer, rest.mailLimits),
    portalOrigin: config.publicUrl.origin,
    linkAddress: buildPageAddress(config, 'LoginValidateEmail'),
    hasGame: async (game) => (await readGame(game)) !== undefined,
  };
  return { mailCodes: createGameMailCodes(deps), routes: createMagicLinkRoutes(deps) };
}
