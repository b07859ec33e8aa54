import type { CatalogueGame } from '#server/features/games/read-catalogue-games.ts';

const maxRelated = 8;

/** The games most similar by genre and tags, or else the most played ones. */
export function listRelatedGames(
  popular: readonly CatalogueGame[],
  own: CatalogueGame | undefined,
): readonly CatalogueGame[] {
  if (!own) return [];
  const tags = new Set(own.tags);
  const related: { readonly game: CatalogueGame; readonly likeness: number }[] = [];
  // Without sorting all games: a game must be more similar than the last of those found so far.
  for (const game of popular) {
    if (!game.published || game.game === own.game) continue;
    let likeness = game.genre === own.genre && own.genre !== '' ? 2 : 0;
    for (const tag of game.tags) if (tags.has(tag)) likeness += 1;
    if (related.length === maxRelated && (related.at(-1)?.likeness ?? 0) >= likeness) continue;
    const place = related.findIndex((each) => each.likeness < likeness);
    related.splice(place < 0 ? related.length : place, 0, { game, likeness });
    related.length = Math.min(related.length, maxRelated);
  }
  return related.map(({ game }) => game);
}
