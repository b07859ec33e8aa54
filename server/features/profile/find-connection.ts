import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { AccountRow } from './read-account.ts';

/** Signs a token that only this game accepts. */
export type SignGameJwt = (accountId: string, game: string, gameUid: string, guest: boolean) => Promise<string>;

export interface GameConnection {
  readonly game: string;
  readonly gameUid: string;
  readonly gameJwt: string;
}

export async function findGameConnection(
  db: Kysely<Tables>,
  account: AccountRow,
  game: string,
  signGameJwt: SignGameJwt,
): Promise<GameConnection | undefined> {
  const connected = account.games.find((each) => each.game === game);
  if (connected) {
    const { game_uid: gameUid } = connected;
    return { game, gameUid, gameJwt: await signGameJwt(account.account_id, game, gameUid, account.guest) };
  }
  const known = await db
    .selectFrom('games')
    .select('game')
    .where('game', '=', game)
    .where((games) => games.or([games('published', 'is', true), games.lit(account.features.includes('ListGames'))]))
    .executeTakeFirst();
  if (!known) throw buildUnknownGameProblem(game);
  return undefined;
}
