import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#contract/api-error.ts';
import { apiOf } from '#portal/api-of.ts';

/** The legal documents of a game, or of the portal. @param session whose acceptances are told; 0 for nobody */
export const documentsQuery = (session: number, game: string | undefined) =>
  queryOptions({
    queryKey: ['documents', session, game ?? ''],
    queryFn: ({ client }) =>
      apiOf(client).documents.listWithVersions(game === undefined ? {} : { GameSystemName: game }),
    retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status < 500 && error.status >= 400),
  });
