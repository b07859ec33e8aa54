// Whether an account has an identity. The answer reveals who has an account. So it needs the game's server key, and a game
// gets a limited number of answers a day. A session only learns about identities in the game's own scope, and nothing
// about email addresses.
import { sql } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { GameKeys } from '#server/features/game-keys/game-keys.ts';
import { requireGame } from '#server/db/require-game.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';

export interface AccountExistsDeps {
  readonly database: Database;
  readonly gameKeys: Pick<GameKeys, 'find'>;
}

export const maxAccountLookupsADay = 2000;

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
      if (key) await countLookup(database, Game);
      const isEmail = SocialIdentifierType === 'Email';
      const externalId = isEmail ? normalizeEmail(SocialIdentifier) : SocialIdentifier;
      if (externalId === undefined || (isEmail && !key)) return { Exists: false };
      const found = await database.kysely
        .selectFrom('social_identities')
        .select('type')
        .where('type', '=', SocialIdentifierType)
        .where('external_id', '=', externalId)
        .where((eb) => (key ? eb.or([eb('game', '=', Game), eb('game', 'is', null)]) : eb('game', '=', Game)))
        .where('confirmed', 'is', true)
        .executeTakeFirst();
      return { Exists: found !== undefined };
    },
  };
}

async function countLookup({ kysely }: Database, game: string): Promise<void> {
  const { rows } = await sql`
    insert into account_lookups (game, day, lookups) values (${game}, current_date, 1)
    on conflict (game) do update set
      day = current_date,
      lookups = case when account_lookups.day = current_date then account_lookups.lookups + 1 else 1 end
    where account_lookups.day <> current_date or account_lookups.lookups < ${maxAccountLookupsADay}
    returning 1`.execute(kysely);
  if (rows.length === 0)
    throw new Problem('TooManyRequests', `A game can look up ${maxAccountLookupsADay} identities a day.`);
}
