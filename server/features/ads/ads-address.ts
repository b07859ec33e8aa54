import { fillGamesUrl } from '#model/fill-games-url.ts';

/** The first label of the host on which the network's advertisements run, among the hosts of the games. No game may have this name. */
export const adsName = 'ads';

/** Where the frame of advertisements is: an origin of its own, as every game has one. */
export function buildAdsAddress(gamesUrl: string): URL {
  return new URL(fillGamesUrl(gamesUrl, adsName));
}
