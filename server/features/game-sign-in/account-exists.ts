// Whether an identity is known in a game's scope. This reveals who has an account, so it needs the game's key or a
// session, and it never answers for email addresses.
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { GameKeys } from '#server/features/game-keys/game-keys.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';

export interface AccountExistsDeps {
  readonly database: Database;
  readonly gameKeys: Pick<GameKeys, 'find'>;
}

export function createAccountExistsRoute({
  database,
  gameKeys,
}: AccountExistsDeps): Pick<AreaHandlers<'info'>, 'accountExists'> {
  return {
    accountExists: async ({ params, caller, session }) => {
      const { Game, SocialIdentifierType, SocialIdentifier } = params;
      const key = await gameKeys.find(caller().authorization);
      const own = key ? undefined : await session();
      const isAllowed = key ? key.game === Game : own !== undefined;
      if (!isAllowed) throw new Problem('Unauthenticated', "Send the credential of this game's server, or a session.");
      await requireGame(database.kysely, Game);
      if (SocialIdentifierType === 'Email') return { Exists: false };
      const found = await database.kysely
        .selectFrom('social_identities')
        .select('type')
        .where('type', '=', SocialIdentifierType)
        .where('external_id', '=', SocialIdentifier)
        .where('game', '=', Game)
        .where('confirmed', 'is', true)
        .executeTakeFirst();
      return { Exists: found !== undefined };
    },
  };
}
