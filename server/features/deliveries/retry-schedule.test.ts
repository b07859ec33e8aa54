import { expect, test } from 'vitest';
import { computeGamePauseMs, computeRetryPauseMs, retryPausesMs, parseRetryAfterMs } from './retry-schedule.ts';

const now = new Date('2026-11-15T08:00:00Z');

test('grows for three days, with up to a tenth on top, and then ends', () => {
  expect(retryPausesMs.map((_, at) => computeRetryPauseMs(at + 1, 0, () => 0))).toEqual(retryPausesMs);
  expect(retryPausesMs.map((_, at) => computeRetryPauseMs(at + 1, 0, () => 1))).toEqual(
    retryPausesMs.map((each) => Math.round(each * 1.1)),
  );
  expect(computeRetryPauseMs(retryPausesMs.length + 1, 0, Math.random)).toBeUndefined();
  const hours = retryPausesMs.reduce((sum, each) => sum + each, 0) / 3_600_000;
  expect(Math.round(hours)).toBe(76);
});

test('a game may request a longer pause, never a shorter one, and at most a day', () => {
  expect(computeRetryPauseMs(1, 60_000, () => 0)).toBe(60_000);
  expect(computeRetryPauseMs(3, 60_000, () => 0)).toBe(retryPausesMs[2]);
  expect(computeRetryPauseMs(1, 999_999_999, () => 0)).toBe(24 * 3_600_000);
  expect(computeGamePauseMs(0)).toBe(5000);
  expect(computeGamePauseMs(90_000)).toBe(90_000);
  expect(computeGamePauseMs(999_999_999)).toBe(3_600_000);
});

test.each([
  ['120', 120_000],
  [' 7 ', 7000],
  ['Sun, 15 Nov 2026 08:10:00 GMT', 600_000],
  ['Sun, 15 Nov 2026 07:00:00 GMT', 0],
  ['-5', 0],
  ['soon', 0],
  [undefined, 0],
  [['1', '2'], 0],
])('reads Retry-After %j as %i ms', (header, askedMs) => {
  expect(parseRetryAfterMs(header, now)).toBe(askedMs);
});
