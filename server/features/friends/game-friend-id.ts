// The id by which a game knows a friend of its player. Somebody who plays the game is known to it by the account id anyway, so
// that it can tell that two of its players are friends. Whoever does not play it has an id that was made for this player and
// this game: it can be used to invite, and says nothing to anybody else.
import { createHmac } from 'node:crypto';
import type { Sealer } from '#server/secrets/sealer.ts';

export interface FriendOfGame {
  readonly accountId: string;
  readonly game: string;
  readonly friendId: string;
}

/** Makes the ids of friends who do not play the game. They are the same on every node, and others after a change of SECRET. */
export function gameFriendIds(sealer: Pick<Sealer, 'key'>): (friend: FriendOfGame) => string {
  const key = sealer.key('friends of games');
  return ({ accountId, game, friendId }) => {
    const bytes = createHmac('sha256', key).update(`${accountId} ${friendId} ${game}`).digest().subarray(0, 16);
    // Shaped as every other id is; version 8 is the one for ids that are made in a way of one's own.
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}
