import { fillGamesUrl } from '#model/fill-games-url.ts';

/** The first label of the captcha host. No game may have this name. */
export const captchaHostLabel = 'captcha';

export function buildCaptchaAddress(gamesUrl: string): URL {
  return new URL(fillGamesUrl(gamesUrl, captchaHostLabel));
}
