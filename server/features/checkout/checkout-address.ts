import { fillGamesUrl } from '#model/fill-games-url.ts';

/**
 * The first label of the host for providers' payment forms, among the games' hosts. Reserved: no game may have this
 * name.
 */
export const checkoutHostLabel = 'checkout';

export function buildCheckoutAddress(gamesUrl: string): URL {
  return new URL(fillGamesUrl(gamesUrl, checkoutHostLabel));
}
