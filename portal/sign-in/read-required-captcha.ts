import { ApiError } from '#contract/api-error.ts';

/** The action of the required captcha; undefined if the call was rejected for another reason. */
export function readRequiredCaptcha(thrown: unknown): string | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'CaptchaFailed') return undefined;
  return thrown.fields['CaptchaResult'];
}
