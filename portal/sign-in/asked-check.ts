import { ApiError } from '#contract/api-error.ts';

/** The action of the captcha that a refused call wants to see passed; undefined: it was refused for something else. */
export function askedCheck(thrown: unknown): string | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'CaptchaFailed') return undefined;
  return thrown.fields['CaptchaResult'];
}
