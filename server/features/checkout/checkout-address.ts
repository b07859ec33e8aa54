import { fillGamesUrl } from '#model/fill-games-url.ts';

/**
 * The first label of the host for providers' payment forms, among the games' hosts. Reserved: no game may have this
 * name.
 */
export const checkoutHostLabel = 'checkout';

/** The address of the checkout frame, on an origin of its own like each game's. */
export function buildCheckoutAddress(gamesUrl: string): URL {
  return new URL(fillGamesUrl(gamesUrl, checkoutHostLabel));
}
