// Paths of pages that a portal has and a single-game site has not.
import { usePageConfig } from '#portal/page.ts';
import { runtimeConfig, type PortalRuntimeConfig } from '#portal/runtime-config.ts';

/** The page of a game. On a single-game site it is the home page. */
export const gamePage = (game: string): string => ofPortal(`/Games/${encodeURIComponent(game)}`) ?? '/';

/** The news of a game or of the portal. On a single-game site these are the game's news. */
const newsPage = (game: string | undefined, config: PortalRuntimeConfig): string =>
  (game === undefined ? undefined : ofPortal(`/Games/${encodeURIComponent(game)}/News`, config)) ?? '/News';

/** Undefined on a single-game site, as is `errorPage`. */
export const profilePage = (): string | undefined => ofPortal('/Profile');

export const errorPage = (): string | undefined => ofPortal('/Error');

/** The same paths for components. */
export function useOwnPages() {
  const config = usePageConfig();
  return {
    gamePage: (game: string): string => ofPortal(`/Games/${encodeURIComponent(game)}`, config) ?? '/',
    profilePage: ofPortal('/Profile', config),
    gamesPage: ofPortal('/Games', config),
    newsPage: (game?: string): string => newsPage(game, config),
  };
}

const ofPortal = (path: string, { game } = runtimeConfig): string | undefined =>
  game === undefined ? path : undefined;
