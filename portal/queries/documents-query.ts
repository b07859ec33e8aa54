import { queryOptions } from '@tanstack/react-query';
import { apiClientFor } from '#portal/api-client-for.ts';
import { retryUnlessClientError } from './create-query-client.ts';

/**
 * The legal documents of a game, or of the portal. @param session whose acceptances are included; 0 if not signed in
 */
export const documentsQuery = (session: number, game: string | undefined) =>
  queryOptions({
    queryKey: ['documents', session, game ?? ''],
    queryFn: ({ client }) =>
      apiClientFor(client).documents.listWithVersions(game === undefined ? {} : { GameSystemName: game }),
    retry: retryUnlessClientError(),
  });
