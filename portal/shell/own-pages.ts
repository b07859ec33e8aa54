// Pages that a portal has and a site for one game has not. Nothing but them and what is on them names their addresses.
import { runtimeConfig } from '#portal/runtime-config.ts';

/** The page of a game, which a site for one game is itself. */
export const gamePage = (game: string): string => ofPortal(`/Games/${encodeURIComponent(game)}`) ?? '/';

/** The news of a game, or of the portal; on a site for one game they are the game's. */
export const newsPage = (game?: string): string =>
  (game === undefined ? undefined : ofPortal(`/Games/${encodeURIComponent(game)}/News`)) ?? '/News';

/** Undefined where there is none, as are the two below. */
export const profilePage = (): string | undefined => ofPortal('/Profile');

export const gamesPage = (): string | undefined => ofPortal('/Games');

export const errorPage = (): string | undefined => ofPortal('/Error');

const ofPortal = (path: string): string | undefined => (runtimeConfig.game === undefined ? path : undefined);
