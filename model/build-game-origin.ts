// Builds the address of a game from GAMES_URL. `{game}` usually stands for the game's name in the host. In the position
// of the port it stands for a port per game, for hosts without DNS names, such as a home network (`npm start --
// --share`).

/** The origin of a game or of another isolated page. The name `*` gives a pattern for the Content-Security-Policy. */
export function buildGameOrigin(gamesUrl: string, name: string): string {
  return gamesUrl.replace('{game}', usesPortPerGame(gamesUrl) && name !== '*' ? String(portOfGame(name)) : name);
}

export const usesPortPerGame = (gamesUrl: string): boolean => gamesUrl.endsWith(':{game}');

// Below the ephemeral ports that operating systems use for outgoing connections.
const firstPort = 20_000;
const portCount = 12_000;

/** Derived from the name, so that pages can compute it without a request. */
export function portOfGame(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return firstPort + (hash % portCount);
}
