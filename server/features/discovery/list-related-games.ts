import type { CatalogueGame } from '#server/features/games/read-catalogue-games.ts';
import type { GameLists } from './game-lists.ts';

const most = 8;

/** The games most similar by genre and tags, or else the most played ones. */
export function listRelatedGames({ popular }: GameLists, own: CatalogueGame): readonly CatalogueGame[] {
  const likeness = (each: CatalogueGame): number =>
    (each.genre === own.genre && own.genre !== '' ? 2 : 0) + each.tags.filter((tag) => own.tags.includes(tag)).length;
  return popular
    .filter(({ published, game }) => published && game !== own.game)
    .map((each) => [likeness(each), each] as const)
    .toSorted(([a], [b]) => b - a)
    .slice(0, most)
    .map(([, each]) => each);
}
