import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { GameCard } from '#contract/discovery.ts';
import { toLocale } from '#model/locale.ts';
import { gameCardQuery } from './game-card-query.ts';

/** These games and no others, by name; undefined for one that is not there, or not yet. */
export function useGamesNamed(
  names: readonly (string | undefined)[],
): (name: string | undefined) => GameCard | undefined {
  const { i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const games = [...new Set(names.filter((name) => name !== undefined))];
  const found = useQueries({ queries: games.map((game) => gameCardQuery(game, locale)) });
  return (name) => found[games.indexOf(name ?? '')]?.data ?? undefined;
}

/** The game's title, or its system name while that is not known. */
export function useGameTitle<Name extends string | undefined>(game: Name): string | Name {
  return useGamesNamed([game])(game)?.Title ?? game;
}
