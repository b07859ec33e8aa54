import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { isClientError, retryUnlessClientError } from './create-query-client.ts';

const failed = (status: number) => new ApiError({ title: 'failed', status });

test.each([
  ['no answer', failed(0), true],
  ['a server error', failed(503), true],
  ['an error of our own', new Error('no'), true],
  ['a token that is being renewed', failed(401), true],
  ['too many requests', failed(429), true],
  ['something that does not exist', failed(404), false],
  ['a request that is wrong', failed(400), false],
])('after %s a query is retried once: %s → %s', (_, error, isRetried) => {
  const retry = retryUnlessClientError();
  expect(retry(0, error)).toBe(isRetried);
  expect(retry(1, error)).toBe(false);
  expect(retryUnlessClientError(2)(1, error)).toBe(isRetried);
});

test('only a rejection by the server counts as rejected', () => {
  expect([0, 399, 400, 404, 499, 500].map((status) => isClientError(failed(status)))).toEqual([
    false,
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(isClientError(new Error('no'))).toBe(false);
});
