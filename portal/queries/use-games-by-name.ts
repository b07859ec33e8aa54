import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { GameCard } from '#contract/discovery.ts';
import { toLocale } from '#model/locale.ts';
import { gameCardQuery } from './game-card-query.ts';

/** Undefined for a game that does not exist or has not loaded. */
export function useGamesByName(
  names: readonly (string | undefined)[],
): (name: string | undefined) => GameCard | undefined {
  const { i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const games = [...new Set(names.filter((name) => name !== undefined))];
  const found = useQueries({ queries: games.map((game) => gameCardQuery(game, locale)) });
  return (name) => found[games.indexOf(name ?? '')]?.data ?? undefined;
}

/** The game's title, or its system name until that has loaded. */
export function useGameTitle<Name extends string | undefined>(game: Name): string | Name {
  return useGamesByName([game])(game)?.Title ?? game;
}
