import { buildGameOrigin } from '#model/build-game-origin.ts';

/**
 * The first label of the host for providers' payment forms, among the games' hosts. Reserved: no game may have this
 * name.
 */
export const checkoutHostLabel = 'checkout';

export function buildCheckoutAddress(gamesUrl: string): URL {
  return new URL(buildGameOrigin(gamesUrl, checkoutHostLabel));
}
