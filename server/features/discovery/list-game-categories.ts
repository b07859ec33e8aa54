import { compareCodeUnits } from '#server/features/games/game-catalogue.ts';
import type { CatalogueGame } from '#server/features/games/read-catalogue-games.ts';
import type { GameLists } from './game-lists.ts';

export type CategoryKind = 'Genre' | 'Tag';

export interface GameCategory {
  readonly kind: CategoryKind;
  readonly name: string;
  /** Most played first. */
  readonly games: readonly CatalogueGame[];
}

/** Genres and tags of published games, the largest first. */
export function listGameCategories({ popular }: GameLists, kind: CategoryKind): readonly GameCategory[] {
  const games = new Map<string, CatalogueGame[]>();
  for (const each of popular) {
    if (!each.published) continue;
    for (const name of kind === 'Tag' ? each.tags : [each.genre]) {
      const listed = games.get(name);
      if (listed) listed.push(each);
      else if (name !== '' || kind === 'Tag') games.set(name, [each]);
    }
  }
  return Array.from(games, ([name, listed]) => ({ kind, name, games: listed })).toSorted(
    (a, b) => b.games.length - a.games.length || compareCodeUnits(a.name, b.name),
  );
}
