import { expect, test } from 'vitest';
import { ApiError, errorFromResponse } from '#contract/api-error.ts';
import { buildErrorPageState } from './error-page-state.ts';

const expired = new ApiError(
  { title: 'Expired or used', status: 401, detail: 'Ask for a new one.', instance: '/auth/x' },
  { Code: 'TokenExpiredOrUsed', RequestId: 'r1' },
);

test("the error page gets the server's error", () => {
  expect(buildErrorPageState(expired)).toEqual({
    status: 401,
    statusText: 'Expired or used',
    body: '{"Code":"TokenExpiredOrUsed","title":"Expired or used","detail":"Ask for a new one.","RequestId":"r1"}',
    url: '/auth/x',
  });
});

test.each([
  ['text/html', '<h1>502 Bad Gateway</h1>', '<h1>502 Bad Gateway</h1>'],
  ['application/json', '{"truncated', '{"truncated'],
  ['text/plain', '', '{"title":"HTTP Error 502","detail":"Request failed"}'],
])('the error page gets the raw text of a response that is not JSON: %s %s', (type, text, body) => {
  expect(buildErrorPageState(errorFromResponse(502, type, text, '/auth/x'))).toMatchObject({ status: 502, body });
});

test('an error without a response keeps its text', () => {
  expect(buildErrorPageState(new Error('no token'))).toEqual({
    status: 0,
    statusText: 'no token',
    body: '{"Error":"no token"}',
    url: '',
  });
});

test.each([
  [expired, 'newLink'],
  [new Error('no token'), 'newLink'],
  [new Error('session_required'), 'rightBrowser'],
  [new Error('replaced'), 'newestLink'],
  [new ApiError({ title: 'Network Error', status: 0 }), undefined],
  [new ApiError({ title: 'Too many requests', status: 429 }), undefined],
  [new ApiError({ title: 'HTTP Error 503', status: 503 }), undefined],
] as const)('a new link is offered where it helps: %s, %s', (error, offer) => {
  expect(buildErrorPageState(error, true).offer).toBe(offer);
  expect(buildErrorPageState(error).offer).toBeUndefined();
});
