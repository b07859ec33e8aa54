import { ApiError } from '#contract/api-error.ts';

/** The action of the captcha that a refused call requires; undefined if it was refused for another reason. */
export function readRequiredCaptcha(thrown: unknown): string | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'CaptchaFailed') return undefined;
  return thrown.fields['CaptchaResult'];
}
