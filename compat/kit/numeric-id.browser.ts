/**
 * The player's id for SDKs whose ids are numbers: the id itself if it is a number, otherwise a number made from it. It
 * proves nothing, like every id that a game's page sends.
 */
export function toNumericId(id: string): number {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  return hash(id, 0x811c9dc5) * 2 ** 20 + (hash(id, 0x9dc5811c) % 2 ** 20);
}

/** FNV-1a. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
