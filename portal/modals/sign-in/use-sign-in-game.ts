import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '#portal/queries/game-query.ts';
import type { GameLegalLinks } from '#portal/shell/legal-page.ts';
import { filterOfferedProviders } from '#portal/sign-in/sign-in-methods.ts';

/** A game's sign-in methods (undefined: all of the portal's) and its documents. */
export function useSignInGame(game: string | undefined): {
  readonly allowedProviders: readonly string[] | undefined;
  readonly links: GameLegalLinks | undefined;
} {
  const { data } = useQuery({ ...gameQuery(game ?? ''), enabled: game !== undefined });
  return { allowedProviders: filterOfferedProviders(data?.AllowedAuthProviders ?? []), links: data };
}
