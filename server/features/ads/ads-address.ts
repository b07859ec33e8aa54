import { fillGamesUrl } from '#model/fill-games-url.ts';

/** The first label of the ads host. No game may have this name. */
export const adsHostLabel = 'ads';

export function buildAdsAddress(gamesUrl: string): URL {
  return new URL(fillGamesUrl(gamesUrl, adsHostLabel));
}
