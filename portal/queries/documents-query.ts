import { queryOptions } from '@tanstack/react-query';
import { getApiClientForQueries } from '#portal/api-client-for-queries.ts';
import { retryUnlessClientError } from './create-query-client.ts';

/** A game's legal documents, or the portal's. @param session whose acceptances are included; 0 if not signed in */
export const documentsQuery = (session: number, game: string | undefined) =>
  queryOptions({
    queryKey: ['documents', session, game ?? ''],
    queryFn: ({ client }) =>
      getApiClientForQueries(client).documents.listWithVersions(game === undefined ? {} : { GameSystemName: game }),
    retry: retryUnlessClientError(),
  });
