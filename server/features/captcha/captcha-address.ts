import { fillGamesUrl } from '#model/fill-games-url.ts';

/** The first label of the captcha's host, among the games' hosts. Reserved: no game may have this name. */
export const captchaHostLabel = 'captcha';

/** The address of the captcha frame, on an origin of its own like each game's. */
export function buildCaptchaAddress(gamesUrl: string): URL {
  return new URL(fillGamesUrl(gamesUrl, captchaHostLabel));
}
