// The rules that all queries share: their keys, and when a call is retried.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/api-error.ts';
import type { GameSearch } from '#contract/discovery.ts';
import type { Locale } from '#model/locale.ts';

/** All query keys, checked by the compiler. `session` is the number of the session, 0 if not signed in. */
type PortalQueryKey =
  | readonly ['about', game: string, Locale]
  | readonly ['achievement settings', session: number]
  | readonly ['achievement shelf', session: number, Locale]
  | readonly ['achievements', session: number, game: string, Locale]
  | readonly ['bankCardForm', publicId: string, tries: number]
  | readonly ['bankPayment', publicId: string, Locale]
  | readonly ['browse', GameSearch, session: number]
  | readonly ['documents', session: number, game: string]
  | readonly ['download', game: string, id: string]
  | readonly ['downloads', game: string, session: number]
  | readonly ['favorites', session: number]
  | readonly ['friendBlocks', session: number]
  | readonly ['friendLink', session: number, token: string | undefined]
  | readonly ['friendList', session: number, game: string]
  | readonly ['friendRequests', session: number]
  | readonly ['friendSettings', session: number]
  | readonly ['friendSuggestions', session: number]
  | readonly ['friends', session: number, game: string]
  | readonly ['friends achievements', session: number, game: string]
  | readonly ['game', game: string]
  | readonly ['game card', Locale, game: string]
  | readonly ['gameKeys', session: number]
  | readonly ['games', Locale]
  | readonly ['handoff', key: unknown]
  | readonly ['handoff-asked', number: unknown]
  | readonly ['handoff-state', id: unknown]
  | readonly ['invitations', session: number, Locale, game: string]
  | readonly ['kinds']
  | readonly [
      'leaderboard',
      session: number,
      game: string,
      board: string,
      view: string,
      period: string,
      ago: number,
      Locale,
    ]
  | readonly ['mail-status', handle: unknown]
  | readonly ['merchantPayment', token: string, Locale]
  | readonly ['merge', token: string]
  | readonly ['news', game: string, tag: string, before: string, Locale]
  | readonly ['news item', id: string, Locale]
  | readonly ['order', session: number, id: string | undefined]
  | readonly ['orders', session: number, 'all', Locale]
  | readonly ['orders', session: number, 'owned', game: string]
  | readonly ['orders', session: number, 'history', id: string]
  | readonly ['overview', session: number]
  | readonly ['own shelves', session: number, Locale]
  | readonly ['play', game: string, platform: string, previewToken: string | undefined]
  | readonly ['presence', session: number]
  | readonly ['products', game: string, Locale, currency: string | undefined]
  | readonly ['profile', session: number]
  | readonly ['push', session: number]
  | readonly ['push here', session: number]
  | readonly ['quests', session: number, game: string, Locale]
  | readonly ['review', session: number, game: string]
  | readonly ['saves', session: number]
  | readonly ['saves', session: number, game: string, 'revisions']
  | readonly ['saves', session: number, game: string, 'revision', revision: number]
  | readonly ['service-adapter', service: string]
  | readonly ['services', session: number, game: string]
  | readonly ['shelves', Locale]
  | readonly ['sign-in-adapter', folder: string]
  | readonly ['storeAvailability', game: string]
  | readonly ['tickets', session: number]
  | readonly ['written', Locale, format: string, value: number | string];

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: PortalQueryKey;
  }
}

/**
 * Data does not go stale unless a query says so. Without a network a query fails, so that the screen can show it, and
 * is repeated when the network is back.
 */
export const createQueryClient = (retry: number | false = 1): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry, networkMode: 'always', refetchOnReconnect: true } },
  });

/** A retry would get the same response. */
export const isClientError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** 401 is retried, because another tab may have renewed the token, and 429 is temporary. */
export const retryUnlessClientError =
  (maxRetries = 1) =>
  (failures: number, error: unknown): boolean =>
    failures < maxRetries && !(isClientError(error) && ![401, 429].includes((error as ApiError).status));
