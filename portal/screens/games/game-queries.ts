// What the screens about games ask for, and under which keys: the server fills the same keys when it draws a page.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { GameSearch } from '#contract/discovery.ts';
import type { Locale } from '#model/locale.ts';
import { client } from '#portal/api.ts';

const minuteMs = 60_000;

/** While another language loads, the texts stay as they were. */
export const shelvesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['shelves', locale],
    queryFn: () => client.discovery.shelves({ Locale: locale }),
    placeholderData: keepPreviousData,
    staleTime: 5 * minuteMs,
  });

/** Whose they are is part of the key. */
export const ownShelvesQuery = (session: number, locale: Locale) =>
  queryOptions({
    queryKey: ['own shelves', session, locale],
    queryFn: () => client.discovery.own({ Locale: locale }),
    enabled: session > 0,
    // One comes back from a game that was not among them.
    staleTime: 0,
  });

export const browseQuery = (search: GameSearch) =>
  queryOptions({
    queryKey: ['browse', search],
    queryFn: () => client.discovery.browse(search),
    placeholderData: keepPreviousData,
    staleTime: minuteMs,
  });

export const kindsQuery = () =>
  queryOptions({
    queryKey: ['kinds'],
    queryFn: () => client.discovery.kinds({}),
    staleTime: 5 * minuteMs,
  });

export const aboutQuery = (game: string, locale: Locale) =>
  queryOptions({
    queryKey: ['about', game, locale],
    queryFn: () => client.discovery.about({ Game: game, Locale: locale }),
    staleTime: 5 * minuteMs,
  });
