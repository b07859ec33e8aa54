import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import {
  getAccountChangeErrorTextKey,
  isAlreadyRemovedError,
  isProofMissingError,
  RejectedChangeError,
} from './change-error.ts';

const refusal = (status: number, code: string): ApiError => new ApiError({ title: 'Refused', status }, { Code: code });

test('has a message for known rejections, and a general one for the others', () => {
  expect(getAccountChangeErrorTextKey(refusal(409, 'LastIdentity'))).toBe('profile.lastIdentity');
  expect(getAccountChangeErrorTextKey(refusal(403, 'SignInAgain'))).toBe('profile.identityNotConfirmed');
  expect(getAccountChangeErrorTextKey(refusal(404, 'UnknownMerge'))).toBe('profile.undoTooLate');
  expect(getAccountChangeErrorTextKey(refusal(429, 'TooManyRequests'))).toBe('profile.tooManyAttempts');
  expect(getAccountChangeErrorTextKey(refusal(500, 'toString'))).toBe('errors.generic');
  expect(getAccountChangeErrorTextKey(new ApiError({ title: 'Network Error', status: 0 }))).toBe(
    'profile.networkError',
  );
  expect(getAccountChangeErrorTextKey(new RejectedChangeError('profile.marketing'))).toBe('errors.generic');
});

test('removing something already removed is not an error', () => {
  expect(isAlreadyRemovedError(refusal(404, 'UnknownIdentity'))).toBe(true);
  expect(isAlreadyRemovedError(refusal(404, 'NotFound'))).toBe(true);
  expect(
    isAlreadyRemovedError(
      new RejectedChangeError('profile.disconnectGame', 'FailedGameOfThisTypeNotConnectedToYourAccount'),
    ),
  ).toBe(true);
  expect(isAlreadyRemovedError(new RejectedChangeError('profile.disconnectGame', 'FailedUnknown'))).toBe(false);
  expect(isAlreadyRemovedError(refusal(409, 'LastIdentity'))).toBe(false);
});

test('a missing proof of identity is distinguished from other rejections', () => {
  expect(isProofMissingError(refusal(403, 'SignInAgain'))).toBe(true);
  expect(isProofMissingError(refusal(403, 'Forbidden'))).toBe(false);
});
