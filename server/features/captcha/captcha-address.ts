import { buildGameOrigin } from '#model/build-game-origin.ts';

/** The first label of the captcha host. No game may have this name. */
export const captchaHostLabel = 'captcha';

export function buildCaptchaAddress(gamesUrl: string): URL {
  return new URL(buildGameOrigin(gamesUrl, captchaHostLabel));
}
