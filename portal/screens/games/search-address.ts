// The search in the page's URL, so that it can be linked.
import type { GameSearch } from '#contract/discovery.ts';
import { gameSorts, type GameSortName } from '#model/game-sort.ts';
import type { Locale } from '#model/locale.ts';

export interface GameFilter {
  readonly search: string;
  readonly genre: string;
  readonly tag: string;
  readonly orientation: '' | 'Horizontal' | 'Vertical';
  readonly sort: '' | GameSortName;
  readonly page: number;
}

export function readGameFilter(params: URLSearchParams): GameFilter {
  const textOf = (name: string, most: number): string => (params.get(name) ?? '').slice(0, most).toWellFormed();
  const named = <N extends string>(names: readonly N[], given: string): N | '' =>
    names.find((name) => name.toLowerCase() === given.toLowerCase()) ?? '';
  const page = Number(params.get('page') ?? 1);
  return {
    search: textOf('q', 100),
    genre: textOf('genre', 40),
    tag: textOf('tag', 40),
    orientation: named(['Horizontal', 'Vertical'], textOf('screen', 20)),
    sort: named(gameSorts, textOf('sort', 20)),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  };
}

/** Default values are left out. */
export function writeGameFilter({ search, genre, tag, orientation, sort, page }: GameFilter): string {
  const params = new URLSearchParams();
  const put = (name: string, value: string): void => {
    if (value !== '') params.set(name, value);
  };
  put('q', search.trim());
  put('genre', genre);
  put('tag', tag);
  put('screen', orientation.toLowerCase());
  put('sort', sort.toLowerCase());
  put('page', page > 1 ? String(page) : '');
  return params.size === 0 ? '' : `?${params.toString()}`;
}

const nothing: GameFilter = { search: '', genre: '', tag: '', orientation: '', sort: '', page: 1 };

export const linkToCategory = (kind: 'Genre' | 'Tag', name: string): string =>
  `/Games${writeGameFilter({ ...nothing, ...(kind === 'Genre' ? { genre: name } : { tag: name }) })}`;

export function toGameSearch({ search, genre, tag, orientation, sort, page }: GameFilter, locale: Locale): GameSearch {
  return {
    Locale: locale,
    ...(search.trim() !== '' && { Search: search.trim() }),
    ...(genre !== '' && { Genre: genre }),
    ...(tag !== '' && { Tag: tag }),
    ...(orientation !== '' && { Orientation: orientation }),
    ...(sort !== '' && { Sort: sort }),
    ...(page > 1 && { Page: page }),
  };
}
