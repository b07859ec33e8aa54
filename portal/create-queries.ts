import { QueryClient } from '@tanstack/react-query';

/**
 * Data never goes stale by itself unless a query says so. Without a network a query fails, so that the screen can say so, and is asked
 * again when the network is back.
 */
export const createQueries = (retry: number | false = 1): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry, networkMode: 'always', refetchOnReconnect: true } },
  });
