/**
 * A number made from the player's id, because the vendor's ids are numbers, which Unity games read as 32 bits. Two
 * players can have the same one: it proves nothing, and the game's server reads the player from the token.
 */
export function toUserId(gameUid: string): number {
  let hash = 0x811c9dc5;
  for (const character of gameUid) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 1) + 1;
}
