import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '#portal/api-of.ts';
import { retryUnlessRefused } from './create-queries.ts';

/** A game's public data. */
export const gameQuery = (game: string) =>
  queryOptions({
    queryKey: ['game', game],
    queryFn: ({ client }) => apiOf(client).games.publicConfig({ Game: game }),
    retry: retryUnlessRefused(),
  });
