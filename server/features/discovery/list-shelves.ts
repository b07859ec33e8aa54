// The shelves that are the same for all visitors.
import type { CatalogueGame } from '#server/features/games/read-catalogue-games.ts';
import type { GameLists } from './game-lists.ts';
import { listGameCategories, type GameCategory } from './list-game-categories.ts';

export const shelfSize = 12;
const genreShelves = 4;
const tagShelves = 2;
/** More than one, because the first may be in maintenance. */
const candidates = 5;
const minOnShelf = 3;

export interface Shelves {
  /** All games that are on a shelf, most played first. */
  readonly games: readonly CatalogueGame[];
  readonly total: number;
  readonly first: readonly CatalogueGame[];
  readonly popular: readonly CatalogueGame[];
  readonly newest: readonly CatalogueGame[];
  readonly kinds: readonly GameCategory[];
}

export function listShelves(lists: GameLists): Shelves {
  const published = lists.popular.filter((each) => each.published);
  const popular = published.slice(0, shelfSize);
  const newest = lists.newest.filter((each) => each.published).slice(0, shelfSize);
  const first = lists.published.slice(0, candidates);
  const kinds = [
    ...listGameCategories(lists, 'Genre').slice(0, genreShelves),
    ...listGameCategories(lists, 'Tag').slice(0, tagShelves),
  ]
    .filter(({ games }) => games.length >= minOnShelf)
    .map((each) => ({ ...each, games: each.games.slice(0, shelfSize) }));
  const shown = new Set([popular, newest, first, ...kinds.map(({ games }) => games)].flat());
  return { games: published.filter((each) => shown.has(each)), total: published.length, first, popular, newest, kinds };
}
