import type { GameCard } from '#contract/discovery.ts';

/** Replies contain each game once and lists of names. Returns the games for a list of names, in its order. */
export function createGameLookup(games: readonly GameCard[]): (names: readonly string[]) => GameCard[] {
  const byName = new Map(games.map((game) => [game.GameSystemName, game]));
  return (names) => names.flatMap((name) => byName.get(name) ?? []);
}
