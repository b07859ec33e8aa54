// Pages that a portal has and a site for one game has not. Nothing but them and what is on them names their addresses.
import { usePageConfig } from '#portal/page.ts';
import { runtimeConfig, type PortalRuntimeConfig } from '#portal/runtime-config.ts';

/** The page of a game, which a site for one game is itself. */
export const gamePage = (game: string): string => ofPortal(`/Games/${encodeURIComponent(game)}`) ?? '/';

/** The news of a game, or of the portal; on a site for one game they are the game's. */
const newsPage = (game: string | undefined, config: PortalRuntimeConfig): string =>
  (game === undefined ? undefined : ofPortal(`/Games/${encodeURIComponent(game)}/News`, config)) ?? '/News';

/** Undefined where there is none, as is the one below. */
export const profilePage = (): string | undefined => ofPortal('/Profile');

export const errorPage = (): string | undefined => ofPortal('/Error');

/** The same for what is rendered. */
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
