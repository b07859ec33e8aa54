import { fillGamesUrl } from '#model/fill-games-url.ts';

/** The reserved first label of the ads host. No game may have this name. */
export const adsHostLabel = 'ads';

/** The address of the ads frame, which has its own origin, like every game. */
export function buildAdsAddress(gamesUrl: string): URL {
  return new URL(fillGamesUrl(gamesUrl, adsHostLabel));
}
