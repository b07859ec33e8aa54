import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '#portal/api-of.ts';
import { retryUnlessRefused } from './create-queries.ts';

/**
 * The legal documents of a game, or of the portal. @param session whose acceptances are included; 0 if not signed in
 */
export const documentsQuery = (session: number, game: string | undefined) =>
  queryOptions({
    queryKey: ['documents', session, game ?? ''],
    queryFn: ({ client }) =>
      apiOf(client).documents.listWithVersions(game === undefined ? {} : { GameSystemName: game }),
    retry: retryUnlessRefused(),
  });
