import { fillGamesUrl } from '#model/fill-games-url.ts';

/** The first label of the host on which providers' forms run, among the hosts of the games. No game may have this name. */
export const checkoutName = 'checkout';

/** Where the checkout frame is: an origin of its own, as every game has one. */
export function buildCheckoutAddress(gamesUrl: string): URL {
  return new URL(fillGamesUrl(gamesUrl, checkoutName));
}
