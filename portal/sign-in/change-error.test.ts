import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { changeErrorKey, isAlreadyRemoved, isProofMissing, RejectedChange } from './change-error.ts';

const refusal = (status: number, code: string): ApiError => new ApiError({ title: 'Refused', status }, { Code: code });

test('says what is known about a refusal, and something general about the rest', () => {
  expect(changeErrorKey(refusal(409, 'LastIdentity'))).toBe('profile.lastIdentity');
  expect(changeErrorKey(refusal(403, 'SignInAgain'))).toBe('profile.identityNotConfirmed');
  expect(changeErrorKey(refusal(404, 'UnknownMerge'))).toBe('profile.undoTooLate');
  expect(changeErrorKey(refusal(429, 'TooManyRequests'))).toBe('profile.tooManyAttempts');
  expect(changeErrorKey(refusal(500, 'toString'))).toBe('errors.generic');
  expect(changeErrorKey(new ApiError({ title: 'Network Error', status: 0 }))).toBe('profile.networkError');
  expect(changeErrorKey(new RejectedChange('profile.marketing'))).toBe('errors.generic');
});

test('what is gone already needs no complaint', () => {
  expect(isAlreadyRemoved(refusal(404, 'UnknownIdentity'))).toBe(true);
  expect(isAlreadyRemoved(refusal(404, 'NotFound'))).toBe(true);
  expect(
    isAlreadyRemoved(new RejectedChange('profile.disconnectGame', 'FailedGameOfThisTypeNotConnectedToYourAccount')),
  ).toBe(true);
  expect(isAlreadyRemoved(new RejectedChange('profile.disconnectGame', 'FailedUnknown'))).toBe(false);
  expect(isAlreadyRemoved(refusal(409, 'LastIdentity'))).toBe(false);
});

test('who did not prove who he is is told apart from every other refusal', () => {
  expect(isProofMissing(refusal(403, 'SignInAgain'))).toBe(true);
  expect(isProofMissing(refusal(403, 'Forbidden'))).toBe(false);
});
