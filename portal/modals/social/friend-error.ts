import { ApiError } from '#contract/api-error.ts';

const texts = {
  TooManyRequests: 'social.limitReached',
  TooManyFriends: 'social.tooManyFriends',
  NotFound: 'social.unavailable',
  TokenExpiredOrUsed: 'social.linkExpired',
  CaptchaFailed: 'signInModal.errors.captcha',
} as const;

export function friendErrorKey(error: unknown) {
  if (!(error instanceof ApiError)) return 'errors.generic';
  if (error.status === 0) return 'profile.networkError';
  const { code } = error;
  return code !== undefined && Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : 'errors.generic';
}
