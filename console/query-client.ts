// The rules that all queries share.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/api-error.ts';

/** A page that is opened again reads its data again: what was just done has to show, also what others did. */
export const createQueryClient = (retry: boolean = true): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // A long list would be read again page by page.
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (failures, error) => retry && failures < 2 && !isClientError(error),
      },
      mutations: { networkMode: 'always' },
    },
  });

/** A repeated call would get the same reply. */
const isClientError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
