import { buildGameOrigin } from '#model/build-game-origin.ts';

/** The first label of the ads host. No game may have this name. */
export const adsHostLabel = 'ads';

export function buildAdsAddress(gamesUrl: string): URL {
  return new URL(buildGameOrigin(gamesUrl, adsHostLabel));
}
