import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSentCalls } from './sent-calls.browser.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function send(timeoutMs: number) {
  const calls = createSentCalls();
  const settle = { resolve: vi.fn(), reject: vi.fn() };
  calls.add(1, 'GetInfo', timeoutMs, settle);
  return { calls, ...settle };
}

it('settles a call once, with the first reply', () => {
  const { calls, resolve, reject } = send(1000);
  calls.settle(2, 'of another', undefined);
  calls.settle(1, 'first', undefined);
  calls.settle(1, undefined, { code: 'Busy', message: 'second' });
  calls.close();
  expect(resolve.mock.calls).toEqual([['first']]);
  expect(reject).not.toHaveBeenCalled();
});

it.each([
  [
    { code: 'Busy', message: 'Wait.' },
    { code: 'Busy', message: 'Wait.', method: 'GetInfo' },
  ],
  [{ code: 'toString' }, { code: 'Unknown' }],
  ['nonsense', { code: 'Unknown' }],
])('parses an error from a portal that may be newer: %o', (error, expected) => {
  const { calls, reject } = send(1000);
  calls.settle(1, undefined, error);
  expect(reject.mock.calls).toMatchObject([[expected]]);
});

it('times out a call without a reply, and stops its timer', () => {
  const { calls, reject } = send(1000);
  calls.add(2, 'BuyProduct', Infinity, { resolve: vi.fn(), reject });
  vi.advanceTimersByTime(60_000);
  expect(reject.mock.calls).toMatchObject([[{ code: 'Timeout', method: 'GetInfo' }]]);
  expect(vi.getTimerCount()).toBe(0);
});

it('rejects all calls when the portal is gone', () => {
  const { calls, reject } = send(1000);
  calls.close();
  expect(reject.mock.calls).toMatchObject([[{ code: 'Closed', method: 'GetInfo' }]]);
  expect(vi.getTimerCount()).toBe(0);
});
