import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { toPostOutcome } from './post-outcome.ts';

const now = new Date('2026-05-01T10:00:00.000Z');
const failed = (status: number, retryAfter: string | null = null) =>
  toPostOutcome(new ApiError({ title: 'Title', status }), retryAfter, now);

test.each([400, 401, 403, 404, 413, 422])('a batch rejected with %i is dropped', (status) => {
  expect(failed(status)).toEqual({ outcome: 'refused', reason: `${status} Title` });
});

test.each([0, 408, 425, 429, 500, 502, 503, 504])('a batch that fails with %i is retried', (status) => {
  expect(failed(status)).toEqual({ outcome: 'later' });
});

test.each([
  ['7', 7000],
  ['0', 0],
  ['Fri, 01 May 2026 10:00:30 GMT', 30_000],
  ['Fri, 01 May 2026 09:00:00 GMT', 0],
])('Retry-After: %s is a wait of %i ms', (header, waitMs) => {
  expect(failed(429, header)).toEqual({ outcome: 'later', waitMs });
});

test('an invalid Retry-After header is ignored', () => {
  expect(failed(503, 'soon')).toEqual({ outcome: 'later' });
});

test('an unexpected error is rethrown', () => {
  expect(() => toPostOutcome(new TypeError('ours'), null, now)).toThrow('ours');
});
