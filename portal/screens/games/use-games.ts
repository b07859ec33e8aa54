import { useQuery } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import { gamesQuery } from '#portal/queries/games-query.ts';

/** While another language loads, the previous texts stay. */
export function useGames(locale: Locale) {
  return useQuery({ ...gamesQuery(locale), placeholderData: (before) => before });
}
