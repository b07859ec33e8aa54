// Friend ids by caller. The portal gets account ids. A game gets account ids of its own players only; for others it
// gets an id made for that game.
import type { Session } from '#server/features/sessions/sessions.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { deriveFriendIds } from './game-friend-id.ts';
import type { FriendRow } from './read-friends.ts';

export type FriendInGame = Pick<FriendRow, 'friend_account_id' | 'in_this_game'>;

export interface FriendIds {
  /** The id that the game gets. */
  readonly idInGame: (accountId: string, game: string, row: FriendInGame) => string;
  /** The id for the session's holder. A game may hold the token of a game session, so it gets the game's id. */
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
