import { useQuery } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import { client } from '#portal/api.ts';

/** All games of the portal in a language. While another language loads, the texts stay as they were. */
export function useGames(locale: Locale) {
  return useQuery({
    queryKey: ['games', locale],
    queryFn: () => readGames(locale),
    placeholderData: (before) => before,
  });
}

async function readGames(locale: Locale) {
  return (await client.games.list({ Locale: locale })).Games;
}
