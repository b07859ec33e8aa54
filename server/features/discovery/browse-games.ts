// Search and filters over the games in memory.
import type { GameSearch } from '#contract/discovery.ts';
import { fallbackLocale } from '#model/locale.ts';
import type { CatalogueGame } from '#server/features/games/read-catalogue-games.ts';
import type { GameLists } from './game-lists.ts';
import type { OwnGames } from './read-own-games.ts';

export const gamesPageSize = 24;

export interface GameViewer {
  readonly seesHidden: boolean;
  /** They come first when nothing else decides. */
  readonly own: OwnGames | undefined;
}

export function browseGames(
  lists: GameLists,
  asked: GameSearch,
  { seesHidden, own }: GameViewer,
): { readonly games: readonly CatalogueGame[]; readonly total: number } {
  const { Search, Genre, Tag, Orientation, Sort, Page = 1 } = asked;
  const search = Search?.trim() ?? '';
  const likeness = search === '' ? undefined : lists.search(search);
  const matches = (each: CatalogueGame): boolean =>
    (each.published || seesHidden) &&
    (likeness === undefined || likeness.has(each.game)) &&
    (Genre === undefined || each.genre === Genre) &&
    (Tag === undefined || each.tags.includes(Tag)) &&
    (Orientation === undefined || each.orientation === Orientation || each.orientation === 'Unspecified');
  const isUnfiltered = likeness === undefined && (Genre ?? Tag ?? Orientation) === undefined;
  const found =
    likeness && Sort === undefined
      ? rankByLikeness(lists, likeness, matches)
      : isUnfiltered && (seesHidden || lists.hidden.length === 0)
        ? chooseOrder(lists, asked)
        : chooseOrder(lists, asked).filter(matches);
  const ordered = own ? putFirst(own, found) : found;
  return { games: ordered.slice((Page - 1) * gamesPageSize, Page * gamesPageSize), total: found.length };
}

function chooseOrder(lists: GameLists, { Locale = fallbackLocale, Sort }: GameSearch): readonly CatalogueGame[] {
  if (Sort === 'New') return lists.newest;
  return Sort === 'Name' ? lists.byTitle(Locale) : lists.popular;
}

/** Whether the player's own games come first. */
export const isOwnFirst = ({ Search = '', Sort }: GameSearch): boolean => Sort === undefined && Search.trim() === '';

/** Of games that match equally well, the most played are first. */
function rankByLikeness(
  { byName, popularityRank }: GameLists,
  likeness: ReadonlyMap<string, number>,
  matches: (game: CatalogueGame) => boolean,
): readonly CatalogueGame[] {
  const ranked: { readonly game: CatalogueGame; readonly likeness: number; readonly rank: number }[] = [];
  for (const [name, value] of likeness) {
    const game = byName.get(name);
    if (game && matches(game)) ranked.push({ game, likeness: value, rank: popularityRank.get(game) ?? 0 });
  }
  return ranked.toSorted((a, b) => b.likeness - a.likeness || a.rank - b.rank).map(({ game }) => game);
}

function putFirst(own: OwnGames, found: readonly CatalogueGame[]): readonly CatalogueGame[] {
  const weigh = ({ game }: CatalogueGame): number => (own.favorites.has(game) ? 2 : 0) + (own.played.has(game) ? 1 : 0);
  return found.toSorted((a, b) => weigh(b) - weigh(a));
}
