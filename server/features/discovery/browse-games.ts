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
  const [first, end] = [(Page - 1) * gamesPageSize, Page * gamesPageSize];
  if (likeness && Sort === undefined) return rankByLikeness(lists, likeness, matches, first, end);
  const isUnfiltered = likeness === undefined && (Genre ?? Tag ?? Orientation) === undefined;
  const found =
    isUnfiltered && (seesHidden || lists.hidden.length === 0)
      ? chooseOrder(lists, asked)
      : chooseOrder(lists, asked).filter(matches);
  const ordered = own ? putFirst(own, found) : found;
  return { games: ordered.slice(first, end), total: found.length };
}

function chooseOrder(lists: GameLists, { Locale = fallbackLocale, Sort }: GameSearch): readonly CatalogueGame[] {
  if (Sort === 'New') return lists.newest;
  return Sort === 'Name' ? lists.byTitle(Locale) : lists.popular;
}

/** Whether the player's own games come first. */
export const isOwnFirst = ({ Search = '', Sort }: GameSearch): boolean => Sort === undefined && Search.trim() === '';

/**
 * Of games that match equally well, the most played are first. A short search is like thousands of names, so only the
 * groups of equal likeness that the page shows are sorted.
 */
function rankByLikeness(
  { byName, popularityRank }: GameLists,
  likeness: ReadonlyMap<string, number>,
  matches: (game: CatalogueGame) => boolean,
  first: number,
  end: number,
): { readonly games: readonly CatalogueGame[]; readonly total: number } {
  const groups = new Map<number, CatalogueGame[]>();
  let total = 0;
  for (const [name, value] of likeness) {
    const game = byName.get(name);
    if (!game || !matches(game)) continue;
    total += 1;
    const group = groups.get(value);
    if (group) group.push(game);
    else groups.set(value, [game]);
  }
  const rankOf = (game: CatalogueGame): number => popularityRank.get(game) ?? 0;
  const games: CatalogueGame[] = [];
  let at = 0;
  for (const [, group] of [...groups].toSorted(([one], [other]) => other - one)) {
    if (at >= end) break;
    const next = at + group.length;
    if (next > first) {
      const sorted = group.toSorted((one, other) => rankOf(one) - rankOf(other));
      games.push(...sorted.slice(Math.max(0, first - at), end - at));
    }
    at = next;
  }
  return { games, total };
}

function putFirst(own: OwnGames, found: readonly CatalogueGame[]): readonly CatalogueGame[] {
  const weigh = ({ game }: CatalogueGame): number => (own.favorites.has(game) ? 2 : 0) + (own.played.has(game) ? 1 : 0);
  return found.toSorted((a, b) => weigh(b) - weigh(a));
}
