import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { CatalogueGames } from '#server/features/games/game-catalogue.ts';
import type { ProfileRow } from './read-profile.ts';

/** Signs a token that only this game accepts. */
export type SignGameJwt = (accountId: string, game: string, gameUid: string, guest: boolean) => Promise<string>;

export interface GameConnection {
  readonly game: string;
  readonly gameUid: string;
  readonly gameJwt: string;
}

export async function findGameConnection(
  { byName }: Pick<CatalogueGames, 'byName'>,
  account: ProfileRow,
  game: string,
  signGameJwt: SignGameJwt,
): Promise<GameConnection | undefined> {
  const connected = account.games.find((each) => each.game === game);
  if (connected) {
    const { game_uid: gameUid } = connected;
    return { game, gameUid, gameJwt: await signGameJwt(account.account_id, game, gameUid, account.guest) };
  }
  const known = byName.get(game);
  if (!known?.published && !(known && account.features.includes('ListGames'))) throw buildUnknownGameProblem(game);
  return undefined;
}
