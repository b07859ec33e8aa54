// Game cards requested at the same time are fetched with one call.
import { queryOptions } from '@tanstack/react-query';
import type { GameCard } from '#contract/discovery.ts';
import type { Locale } from '#model/locale.ts';
import { getApiClientForQueries } from '#portal/api-client-for-queries.ts';

/** Null if the game does not exist. */
export const gameCardQuery = (game: string, locale: Locale) =>
  queryOptions({
    queryKey: ['game card', locale, game],
    queryFn: async ({ client }): Promise<GameCard | null> => {
      const cards = await askTogether(getApiClientForQueries(client), locale, game);
      return cards.find(({ GameSystemName }) => GameSystemName === game) ?? null;
    },
    staleTime: 300_000,
  });

type Api = ReturnType<typeof getApiClientForQueries>;
type Asking = { readonly games: Set<string>; readonly answer: Promise<GameCard[]> };

const asking = new WeakMap<Api, Map<Locale, Asking>>();
/** The API's maximum per call. */
const maxGames = 100;

function askTogether(api: Api, locale: Locale, game: string): Promise<GameCard[]> {
  const byLocale = asking.get(api) ?? new Map<Locale, Asking>();
  asking.set(api, byLocale);
  const now = byLocale.get(locale);
  if (now && now.games.size < maxGames) {
    now.games.add(game);
    return now.answer;
  }
  const games = new Set([game]);
  const answer = Promise.resolve().then(async () => {
    if (byLocale.get(locale)?.games === games) byLocale.delete(locale);
    return (await api.discovery.named({ Games: [...games], Locale: locale })).Games;
  });
  byLocale.set(locale, { games, answer });
  return answer;
}
