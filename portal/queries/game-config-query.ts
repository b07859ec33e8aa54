import { queryOptions } from '@tanstack/react-query';
import { getApiClientForQueries } from '#portal/api-client-for-queries.ts';
import { retryUnlessClientError } from './create-query-client.ts';

export const gameConfigQuery = (game: string) =>
  queryOptions({
    queryKey: ['game', game],
    queryFn: ({ client }) => getApiClientForQueries(client).games.publicConfig({ Game: game }),
    retry: retryUnlessClientError(),
  });
