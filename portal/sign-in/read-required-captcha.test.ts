import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { readRequiredCaptcha } from './read-required-captcha.ts';

const refused = (Code: string, Fields?: Record<string, string>) =>
  new ApiError({ title: 'Refused', status: 403 }, { Code, ...(Fields && { Fields }) });

test('a call that requires another captcha names it', () => {
  expect(readRequiredCaptcha(refused('CaptchaFailed', { CaptchaResult: 'mail_x' }))).toBe('mail_x');
});

test.each([
  refused('CaptchaFailed'),
  refused('TooManyRequests', { CaptchaResult: 'mail_x' }),
  new Error('Robot check error. Try again.'),
  undefined,
])('other errors require none: %s', (thrown) => {
  expect(readRequiredCaptcha(thrown)).toBeUndefined();
});
