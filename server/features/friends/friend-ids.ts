// Friend ids by caller. The portal gets account ids; a game gets them only for its own players, and other friends' ids
// are made for that game.
import type { Session } from '#server/features/sessions/sessions.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { deriveFriendIds } from './game-friend-id.ts';
import type { FriendRow } from './read-friends.ts';

type FriendInGame = Pick<FriendRow, 'friend_account_id' | 'in_this_game'>;

export interface FriendIds {
  readonly idInGame: (accountId: string, game: string, row: FriendInGame) => string;
  /** A game may hold the token of a game session, so such a session gets the game's id. */
  readonly idFor: (session: Pick<Session, 'accountId' | 'game'>, row: FriendInGame) => string;
  /** Whether an id from a caller, in either form, belongs to this friend. */
  readonly isIdOf: (accountId: string, game: string, id: string) => (friendId: string) => boolean;
}

export function createFriendIds(sealer: Pick<Sealer, 'signatures'>): FriendIds {
  const idInGame: FriendIds['idInGame'] = (accountId, game, row) =>
    row.in_this_game
      ? row.friend_account_id
      : deriveFriendIds(sealer, { accountId, game, friendId: row.friend_account_id })[0];
  return {
    idInGame,
    idFor: ({ accountId, game }, row) => (game === undefined ? row.friend_account_id : idInGame(accountId, game, row)),
    isIdOf: (accountId, game, id) => (friendId) =>
      friendId === id || deriveFriendIds(sealer, { accountId, game, friendId }).includes(id),
  };
}
