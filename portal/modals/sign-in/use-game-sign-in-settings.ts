import { useQuery } from '@tanstack/react-query';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import type { GameLegalLinks } from '#portal/shell/legal-page.ts';
import { selectGameProvidersOfferedByPortal } from '#portal/sign-in/sign-in-methods.ts';

/** A game's sign-in methods (undefined: all of the portal's) and its documents. */
export function useGameSignInSettings(game: string | undefined): {
  readonly allowedProviders: readonly string[] | undefined;
  readonly links: GameLegalLinks | undefined;
} {
  const { data } = useQuery({ ...gameConfigQuery(game ?? ''), enabled: game !== undefined });
  return { allowedProviders: selectGameProvidersOfferedByPortal(data?.AllowedAuthProviders ?? []), links: data };
}
