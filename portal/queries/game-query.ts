import { queryOptions } from '@tanstack/react-query';
import { apiClientFor } from '#portal/api-client-for.ts';
import { retryUnlessClientError } from './create-query-client.ts';

export const gameQuery = (game: string) =>
  queryOptions({
    queryKey: ['game', game],
    queryFn: ({ client }) => apiClientFor(client).games.publicConfig({ Game: game }),
    retry: retryUnlessClientError(),
  });
