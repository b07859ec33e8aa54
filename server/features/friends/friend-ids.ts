// By which id a caller knows a friend. The portal knows account ids; a game knows those of its own players, and for everybody else
// an id that was made for it.
import type { Session } from '#server/features/sessions/sessions.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { deriveFriendIds } from './game-friend-id.ts';
import type { FriendRow } from './read-friends.ts';

export type FriendInGame = Pick<FriendRow, 'friend_account_id' | 'in_this_game'>;

export interface FriendIds {
  /** As the game knows a friend. */
  readonly idInGame: (accountId: string, game: string, row: FriendInGame) => string;
  /** As whoever holds the session may know a friend: a session of a game may be in the game's own hands. */
  readonly idFor: (session: Pick<Session, 'accountId' | 'game'>, row: FriendInGame) => string;
  /** Whether an id that a caller sent means this friend, as the portal has it or as the game does. */
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
