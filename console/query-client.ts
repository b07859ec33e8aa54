// The rules that all queries share.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/api-error.ts';

/** A list that somebody else may change is read again when the operator returns to it. */
export const createQueryClient = (retry: boolean = true): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        retry: (failures, error) => retry && failures < 2 && !isClientError(error),
      },
      mutations: { networkMode: 'always' },
    },
  });

/** A repeated call would get the same reply. */
const isClientError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
