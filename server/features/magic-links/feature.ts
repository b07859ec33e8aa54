import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createGameMailCodes } from './game-mail-codes.ts';
import { createMailLinks } from './mail-links.ts';
import { createMailLinkRoutes, type MailLinkDeps } from './routes.ts';

export interface MagicLinksFeatureDeps
  extends
    Pick<Infrastructure, 'config' | 'sealer'>,
    Omit<MailLinkDeps, 'mailLinks' | 'portalOrigin' | 'linkAddress' | 'hasGame'> {
  readonly readGame: (game: string) => Promise<object | undefined>;
}

export function createMagicLinksFeature({ config, sealer, readGame, ...rest }: MagicLinksFeatureDeps) {
  const deps: MailLinkDeps = {
    ...rest,
    mailLinks: createMailLinks(rest.database, sealer, rest.mailLimits),
    portalOrigin: config.publicUrl.origin,
    linkAddress: buildPageAddress(config, 'LoginValidateEmail'),
    hasGame: async (game) => (await readGame(game)) !== undefined,
  };
  return { mailCodes: createGameMailCodes(deps), routes: createMailLinkRoutes(deps) };
}
