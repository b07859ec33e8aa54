// Pages that a portal has and a site for one game has not. Nothing but them and what is on them names their addresses.
import { usePageConfig } from '#portal/page.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';

/** The page of a game, which a site for one game is itself. */
export const gamePage = (game: string): string => ofPortal(`/Games/${encodeURIComponent(game)}`) ?? '/';

/** Undefined where there is none, as is the one below. */
export const profilePage = (): string | undefined => ofPortal('/Profile');

export const errorPage = (): string | undefined => ofPortal('/Error');

/** The same for what is drawn. */
export function useOwnPages() {
  const config = usePageConfig();
  return {
    gamePage: (game: string): string => ofPortal(`/Games/${encodeURIComponent(game)}`, config) ?? '/',
    profilePage: ofPortal('/Profile', config),
    gamesPage: ofPortal('/Games', config),
  };
}

const ofPortal = (path: string, { game } = runtimeConfig): string | undefined =>
  game === undefined ? path : undefined;
