import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import type { Quest } from '#model/quest.ts';
import { apiClient } from '#portal/api.ts';
import { currentSessionNumber } from '#portal/session-token.ts';

interface QuestsReply {
  readonly Quests: readonly Quest[];
}

/** The player's quests in all their games, or in one game. Fetched again at every visit. */
export const questsQuery = (session: number, locale: Locale, game?: string) =>
  queryOptions<QuestsReply>({
    queryKey: ['quests', session, game ?? '', locale],
    queryFn: () => apiClient.crossPlay.myQuests({ Locale: locale, ...(game !== undefined && { Game: game }) }),
    enabled: session > 0,
    staleTime: 0,
  });

/** Shows the progress that the server has just reported, without another request. */
export function applyQuestProgress(queries: QueryClient, game: string, advanced: readonly Quest[]): void {
  const newOf = new Map(advanced.map((quest) => [quest.Id, quest]));
  for (const of of [game, ''])
    queries.setQueriesData<QuestsReply>(
      { queryKey: ['quests', currentSessionNumber(), of] },
      (before) =>
        before && {
          // The title stays: it is in the language of the page.
          Quests: before.Quests.map((quest) => ({ ...quest, ...newOf.get(quest.Id), Title: quest.Title })),
        },
    );
}
