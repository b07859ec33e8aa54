// Friend ids for games. A friend who plays the game has their account id, which the game knows anyway. Another friend
// has an id that is useless outside this player and game.
import type { Sealer } from '#server/secrets/sealer.ts';

export interface FriendIdParams {
  readonly accountId: string;
  readonly game: string;
  readonly friendId: string;
}

/** One id per secret: the first is for new responses, the others are still accepted. All nodes derive the same ids. */
export function deriveFriendIds(
  sealer: Pick<Sealer, 'signatures'>,
  { accountId, game, friendId }: FriendIdParams,
): readonly [string, ...string[]] {
  const [first, ...others] = sealer.signatures('friends of games', `${accountId} ${friendId} ${game}`);
  return [signatureToUuid(first), ...others.map(signatureToUuid)];
}

export function signatureToUuid(signature: Buffer): string {
  const bytes = signature.subarray(0, 16);
  // UUID version 8 is the one for custom formats.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
