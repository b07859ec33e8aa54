import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#contract/api-error.ts';
import { apiOf } from '#portal/api-of.ts';

/** What everybody may know of a game. */
export const gameQuery = (game: string) =>
  queryOptions({
    queryKey: ['game', game],
    queryFn: ({ client }) => apiOf(client).games.publicConfig({ Game: game }),
    retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status === 404),
  });
