// The id by which a game knows a friend of its player. Somebody who plays the game is known to it by the account id anyway, so
// that it can tell that two of its players are friends. Whoever does not play it has an id that was made for this player and
// this game: it can be used to invite, and says nothing to anybody else.
import type { Sealer } from '#server/secrets/sealer.ts';

export interface FriendOfGame {
  readonly accountId: string;
  readonly game: string;
  readonly friendId: string;
}

/**
 * The ids of a friend who does not play the game: the first is the one to tell, the others were told with other secrets. They
 * are the same on every node, and others after a change of secrets.
 */
export function deriveFriendIds(
  sealer: Pick<Sealer, 'signatures'>,
  { accountId, game, friendId }: FriendOfGame,
): readonly [string, ...string[]] {
  const [first, ...others] = sealer.signatures('friends of games', `${accountId} ${friendId} ${game}`);
  return [toId(first), ...others.map(toId)];
}

/** An id that is made from a signature. */
export function toId(signature: Buffer): string {
  const bytes = signature.subarray(0, 16);
  // Shaped as every other id is; version 8 is the one for ids that are made in a way of one's own.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
