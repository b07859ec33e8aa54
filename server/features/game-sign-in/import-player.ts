// Signs in a player whom a game's server imports, if an operator allows it. Types that players prove themselves are
// excluded. The account is a guest until the player proves an identity.
import { Problem } from '#model/problem.ts';
import type { SignIn } from '#server/features/sign-in/sign-in.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { canImportIdentityType, isKnownIdentityType } from './vouchable-types.ts';

export interface ImportPlayerDeps {
  readonly signIn: SignIn;
}

export function createImportPlayerRoute({
  signIn,
}: ImportPlayerDeps): Pick<AreaHandlers<'auth'>, 'authenticateFromImport'> {
  return {
    authenticateFromImport: async ({ gameKey: { game, importAllowed }, body, caller }) => {
      const { GameSystemName, Game = GameSystemName, SocialIdentifierType: type, SocialIdentifier: externalId } = body;
      if (GameSystemName !== game || Game !== game)
        throw new Problem('Forbidden', 'This credential belongs to another game.');
      if (!isKnownIdentityType(type))
        throw new Problem('InvalidRequest', '[AUTH IMPORT] Incorrect social identifier type');
      if (!canImportIdentityType(type)) throw new Problem('ImportNotAllowed', `Players prove ${type} themselves.`);
      if (!importAllowed) throw new Problem('ImportNotAllowed');
      const { Token } = await signIn({ identity: { type, externalId } }, { caller: caller(), scope: game });
      return { Token };
    },
  };
}
