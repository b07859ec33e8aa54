import { fillGamesUrl } from '#model/fill-games-url.ts';

/** The first label of the host on which the captcha runs, among the hosts of the games. No game may have this name. */
export const captchaName = 'captcha';

/** Where the frame of the captcha is: an origin of its own, as every game has one. */
export function buildCaptchaAddress(gamesUrl: string): URL {
  return new URL(fillGamesUrl(gamesUrl, captchaName));
}
