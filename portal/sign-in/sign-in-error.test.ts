import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { signInErrorTextKeys, type ProblemCode } from '#model/problem.ts';
import english from '#portal/i18n/locales/en.json';
import { signInError } from './sign-in-error.ts';

const texts: Readonly<Record<string, string>> = english.signInModal.errors;
const apiError = (status: number, Code?: string, detail = '') =>
  new ApiError({ title: 't', status, detail }, { Code, L10NKey: signInErrorTextKeys[Code as ProblemCode] });

test.each<[unknown, string]>([
  ['Failed to login. Try again', 'failed'],
  ['Popup was closed', 'popupClosed'],
  ['Popup was blocked', 'popupBlocked'],
  ['Robot check error. Try again.', 'captcha'],
  ['VK widget error.', 'widgetFailed'],
  ['VK container not found.', 'widgetFailed'],
  ['Unknown error during VK ID init.', 'widgetFailed'],
  ['toString', 'failed'],
  ['something that nobody has foreseen', 'failed'],
  [apiError(0), 'network'],
  [apiError(429, 'TooManyRequests'), 'tooMany'],
  [apiError(403, 'CaptchaFailed'), 'captcha'],
  [apiError(403, 'AccountBlocked'), 'blocked'],
  [apiError(401, 'ProofRefused', 'Failed to login. Try again'), 'failed'],
  [apiError(500), 'failed'],
])('%s is read as %s', (thrown, key) => {
  const { key: found } = signInError(thrown instanceof ApiError ? thrown : new Error(String(thrown)));
  expect(found).toBe(`signInModal.errors.${key}`);
  expect(texts[key]).toBeTruthy();
});

test("the server's error is shown, with the account it is about", () => {
  const told = {
    Code: 'NotConfigured',
    L10NKey: 'signInModal.errors.unsupported',
    L10NParam: 'Google',
    AccountId: 'a1',
  };
  expect(signInError(new ApiError({ title: 't', status: 404 }, told))).toEqual({
    key: 'signInModal.errors.unsupported',
    values: { provider: 'Google' },
    accountId: 'a1',
  });
});

test('texts that name a provider keep its name', () => {
  expect(signInError(new Error('Account exists with google'))).toEqual({
    key: 'signInModal.errors.accountExists',
    values: { provider: 'google' },
  });
  expect(signInError(new Error('Login provider x is not supported.'))).toEqual({
    key: 'signInModal.errors.unsupported',
    values: { provider: 'x' },
  });
});
