import { expect, test } from 'vitest';
import { findStaleReason } from './find-stale-reason.ts';

const nowS = 1_767_225_600;
const check = (signedAtS: string | number | undefined, toleranceS?: number) =>
  findStaleReason({
    subject: 'The launch',
    signedAtS,
    now: new Date(nowS * 1000),
    maxAgeS: 3600,
    ...(toleranceS !== undefined && { toleranceS }),
  });

test('accepts a time within the maximum age or slightly in the future', () => {
  for (const good of [nowS, nowS - 3600, nowS + 60, String(nowS - 5), nowS - 0.5]) expect(check(good)).toBeUndefined();
  expect(check(nowS + 300, 300)).toBeUndefined();
});

test('rejects any other time', () => {
  expect(check(nowS - 3601)).toBe('The launch is older than 3600 s.');
  expect(check(nowS + 61)).toContain('from the future');
  expect(check(nowS + 301, 300)).toContain('from the future');
  for (const none of [undefined, '', '-5', '1e9', 'soon', '9'.repeat(13), Number.NaN, Infinity])
    expect(check(none)).toBe('The launch has no time.');
});
