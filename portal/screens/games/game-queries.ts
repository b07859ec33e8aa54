// The queries of the games screens. The server fills the same keys when it renders a page.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { GameSearch } from '#contract/discovery.ts';
import type { Locale } from '#model/locale.ts';
import { getApiClientForQueries } from '#portal/api-client-for-queries.ts';

const minuteMs = 60_000;

export const shelvesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['shelves', locale],
    queryFn: ({ client }) => getApiClientForQueries(client).discovery.shelves({ Locale: locale }),
    placeholderData: keepPreviousData,
    staleTime: 5 * minuteMs,
  });

export const playerShelvesQuery = (session: number, locale: Locale) =>
  queryOptions({
    queryKey: ['own shelves', session, locale],
    queryFn: ({ client }) => getApiClientForQueries(client).discovery.own({ Locale: locale }),
    enabled: session > 0,
    // Refetched on return, because the player may have played another game.
    staleTime: 0,
  });

/** @param session the player whose games come first and who may see hidden ones; 0 if not signed in */
export const browseGamesQuery = (search: GameSearch, session = 0) =>
  queryOptions({
    queryKey: ['browse', search, session],
    queryFn: ({ client }) => getApiClientForQueries(client).discovery.browse(search),
    placeholderData: keepPreviousData,
    staleTime: minuteMs,
  });

export const gameCategoriesQuery = () =>
  queryOptions({
    queryKey: ['kinds'],
    queryFn: ({ client }) => getApiClientForQueries(client).discovery.kinds({}),
    staleTime: 5 * minuteMs,
  });

export const gameDetailsQuery = (game: string, locale: Locale) =>
  queryOptions({
    queryKey: ['about', game, locale],
    queryFn: ({ client }) => getApiClientForQueries(client).discovery.about({ Game: game, Locale: locale }),
    staleTime: 5 * minuteMs,
  });
