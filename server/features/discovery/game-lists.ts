// The orders of the games in memory, each made when it is first needed after a change.
import { fallbackLocale, type Locale } from '#model/locale.ts';
import {
  compareCodeUnits,
  comparePlaces,
  type CatalogueGames,
  type GameCatalogue,
} from '#server/features/games/game-catalogue.ts';
import type { CatalogueGame } from '#server/features/games/read-catalogue-games.ts';
import { foldName } from './fold-name.ts';
import { listRelatedGames } from './list-related-games.ts';
import { createNameIndex } from './name-index.ts';

export interface GameLists extends CatalogueGames {
  /** Most played first; unplayed games keep the portal's order. This list and the next include hidden games. */
  readonly popular: readonly CatalogueGame[];
  readonly newest: readonly CatalogueGame[];
  /** The place of each game in `popular`. */
  readonly popularityRank: ReadonlyMap<CatalogueGame, number>;
  readonly byTitle: (locale: Locale) => readonly CatalogueGame[];
  /** Games that are similar to this one. */
  readonly related: (game: string) => readonly CatalogueGame[];
  /** How well each game found matches. */
  readonly search: (text: string) => ReadonlyMap<string, number>;
}

export type ReadGameLists = () => Promise<GameLists>;

export function createGameListsReader(catalogue: GameCatalogue): ReadGameLists {
  const names = createNameIndex();
  catalogue.onChange((before, after) => names.set(after?.game ?? before?.game ?? '', after?.names ?? []));
  let lists: GameLists | undefined;
  return async () => {
    const games = await catalogue.read();
    if (lists?.version !== games.version) lists = buildGameLists(games, (text) => names.search(text));
    return lists;
  };
}

function buildGameLists(
  games: CatalogueGames,
  searchNames: (folded: string) => ReadonlyMap<string, number>,
): GameLists {
  const all = [...games.byName.values()];
  const popular = once(() => all.toSorted((a, b) => b.recent_players - a.recent_players || comparePlaces(a, b)));
  const popularityRank = once(() => new Map(popular().map((game, rank) => [game, rank])));
  const newest = once(() => all.toSorted((a, b) => releaseTime(b) - releaseTime(a) || comparePlaces(a, b)));
  return {
    ...games,
    get popular() {
      return popular();
    },
    get popularityRank() {
      return popularityRank();
    },
    get newest() {
      return newest();
    },
    byTitle: keepRecent(maxLocales, (locale) => {
      const keyed = all.map((each) => [foldName(titleIn(each, locale as Locale)), each] as const);
      return keyed
        .toSorted(([a, one], [b, two]) => compareCodeUnits(a, b) || compareCodeUnits(one.game, two.game))
        .map(([, each]) => each);
    }),
    related: keepRecent(maxRelatedLists, (game) => listRelatedGames(popular(), games.byName.get(game))),
    search: keepRecent(maxSearches, (text) => searchNames(foldName(text))),
  };
}

const maxLocales = 20;
const maxSearches = 500;
const maxRelatedLists = 2000;

/** Unreleased games come last. */
const releaseTime = ({ released_at }: CatalogueGame): number => released_at?.getTime() ?? 0;

const titleIn = ({ titles, game }: CatalogueGame, locale: Locale): string =>
  titles[locale] ?? titles[fallbackLocale] ?? game;

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function keepRecent<Value>(most: number, make: (key: string) => Value): (key: string) => Value {
  const kept = new Map<string, Value>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    // Maps keep insertion order: the first key is the oldest.
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    const value = make(key);
    kept.set(key, value);
    return value;
  };
}
