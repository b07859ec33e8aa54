import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import { profileReader, type ProfileRow } from './read-profile.ts';
import { saveLanguage } from './save-language.ts';

export function profileRoutes(database: Database): AreaHandlers<'profile'> {
  const readProfile = profileReader(database);
  return {
    get: async ({ session, body }) => {
      const row = await readProfile(session.accountId);
      // The account was deleted a moment ago; its sessions go with it.
      if (!row) throw new Problem('Unauthenticated');
      return toWire(row, body.Game);
    },
    update: async ({ session, body }) => {
      await saveLanguage(database.kysely, session.accountId, body.Language);
      return { Success: true };
    },
  };
}

function toWire(row: ProfileRow, firstGame: string | undefined) {
  const games = firstGame === undefined ? row.games : row.games.toSorted((a, b) => rank(a.game) - rank(b.game));
  function rank(game: string): number {
    return game === firstGame ? 0 : 1;
  }
  return {
    AccountId: row.account_id,
    Name: row.name,
    ...(row.email !== null && { Email: row.email }),
    Locale: toLocale(row.locale),
    ConnectedGames: games.map((game) => ({ Game: game.game, GameUid: game.game_uid })),
    SocialIdentifiers: row.identities.map((identity) => ({ Type: identity.type, Id: identity.external_id })),
  };
}
