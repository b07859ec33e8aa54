import { buildGameOrigin } from '#model/build-game-origin.ts';
import type { Config } from '#server/config.ts';
import { adsHostLabel } from '#server/features/ads/ads-address.ts';
import { checkoutHostLabel } from '#server/features/checkout/checkout-address.ts';
import { captchaHostLabel } from '#server/features/captcha/captcha-address.ts';
import { PublishingError } from './publishing-error.ts';

/** The name becomes a host label and must not be reserved. */
export function checkGameName(game: string, { gamesUrl, publicUrl }: Pick<Config, 'gamesUrl' | 'publicUrl'>): void {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(game) || game.startsWith('xn--'))
    throw new PublishingError(
      `${JSON.stringify(game)} cannot be the name of a game: it is the label of a host. Give 1 to 63 small letters, digits and hyphens, with a letter or a digit at both ends, such as gem-miner.`,
    );
  const isPortal = new URL(buildGameOrigin(gamesUrl, game)).host === publicUrl.host;
  if (isPortal || reserved.has(game))
    throw new PublishingError(`The name ${game} is taken by the portal itself. Give the game another one.`);
}

// Reserved hosts, and path segments before a game in portal addresses (`/play/…`, `/…/iframe/…`).
const reserved: ReadonlySet<string> = new Set([
  captchaHostLabel,
  checkoutHostLabel,
  adsHostLabel,
  'lab',
  'iframe',
  'play',
  'player',
]);
