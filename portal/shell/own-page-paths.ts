// Paths of pages that a single-game site does not have.
import { usePageConfig } from '#portal/page-environment.ts';
import { runtimeConfig, type PortalRuntimeConfig } from '#portal/runtime-config.ts';

/** On a single-game site, the home page. */
export const gamePagePath = (game: string): string => ofPortal(`/Games/${encodeURIComponent(game)}`) ?? '/';

/** On a single-game site, the game's news. */
const newsPage = (game: string | undefined, config: PortalRuntimeConfig): `/${string}` =>
  (game === undefined ? undefined : ofPortal(`/Games/${encodeURIComponent(game)}/News`, config)) ?? '/News';

/** Undefined on a single-game site, as is `errorPagePath`. */
export const profilePagePath = (): string | undefined => ofPortal('/Profile');

export const errorPagePath = (): string | undefined => ofPortal('/Error');

/** The same paths for components. */
export function useOwnPagePaths() {
  const config = usePageConfig();
  return {
    gamePage: (game: string): string => ofPortal(`/Games/${encodeURIComponent(game)}`, config) ?? '/',
    profilePage: ofPortal('/Profile', config),
    gamesPage: ofPortal('/Games', config),
    newsPage: (game?: string) => newsPage(game, config),
  };
}

const ofPortal = <Path extends `/${string}`>(path: Path, { game } = runtimeConfig): Path | undefined =>
  game === undefined ? path : undefined;
