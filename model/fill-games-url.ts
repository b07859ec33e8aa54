// Where a game is served: `{game}` in GAMES_URL stands for its name. Usually it is a label of the host. In the port's place it stands for
// a port of the game's own, for addresses without names, as in the network at home (`npm start -- --share`).

/** The origin of a game, or of another page that needs an origin of its own; `*` gives the pattern for a content policy. */
export function fillGamesUrl(gamesUrl: string, name: string): string {
  return gamesUrl.replace('{game}', isPortPerGame(gamesUrl) && name !== '*' ? String(portOfGame(name)) : name);
}

export const isPortPerGame = (gamesUrl: string): boolean => gamesUrl.endsWith(':{game}');

// Below the ports that systems give to outgoing connections.
const firstPort = 20_000;
const portCount = 12_000;

/** The same for the same name, so that the portal's pages know it without asking. */
export function portOfGame(name: string): number {
  // FNV-1a: short, and spreads names that differ little.
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return firstPort + (hash % portCount);
}
