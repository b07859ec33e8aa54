import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPendingCalls, type PendingCall, type SettledCall } from './pending-calls.browser.ts';
import { defaultCallTimeoutMs, methodRules } from './protocol.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function list() {
  const late: PendingCall[] = [];
  const settled: SettledCall[] = [];
  const calls = createPendingCalls((call) => late.push(call));
  const add = (id: number, method: 'GetUrlHash' | 'BuyProduct', result: Promise<unknown>) =>
    calls.add({ id, method }, methodRules[method], result, (each) => settled.push(each));
  return { calls, late, settled, add };
}

const never = new Promise<never>(() => {});

it('returns the result of a handler once, as a value or an error', async () => {
  const { calls, settled, add } = list();
  add(1, 'GetUrlHash', Promise.resolve({ hash: 'x' }));
  add(2, 'GetUrlHash', Promise.reject(new Error('broken')));
  expect(calls.size).toBe(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toEqual([{ value: { hash: 'x' } }, { error: new Error('broken') }]);
  expect(calls.size).toBe(0);
});

it('times out a call once and removes it', async () => {
  const { calls, late, settled, add } = list();
  const answer = Promise.withResolvers<object>();
  add(1, 'GetUrlHash', answer.promise);
  await vi.advanceTimersByTimeAsync(defaultCallTimeoutMs + 250);
  expect(late).toMatchObject([{ id: 1, method: 'GetUrlHash' }]);
  answer.resolve({});
  await vi.advanceTimersByTimeAsync(defaultCallTimeoutMs);
  expect(late).toHaveLength(1);
  expect(settled).toEqual([]);
  expect(calls.size).toBe(0);
});

it('reports which methods wait for the player, without a timeout', async () => {
  const { calls, late, add } = list();
  const choice = Promise.withResolvers<object>();
  add(1, 'BuyProduct', choice.promise);
  await vi.advanceTimersByTimeAsync(20 * defaultCallTimeoutMs);
  expect(late).toEqual([]);
  expect(calls.waitsForPlayer('BuyProduct')).toBe(true);
  choice.resolve({});
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.waitsForPlayer('BuyProduct')).toBe(false);
});

it('runs no timer without pending calls', async () => {
  const { add } = list();
  add(1, 'GetUrlHash', Promise.resolve({}));
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('sends no reply to cleared calls, and returns them', async () => {
  const { calls, late, settled, add } = list();
  const answer = Promise.withResolvers<object>();
  add(1, 'GetUrlHash', answer.promise);
  add(2, 'GetUrlHash', never);
  expect(calls.clear()).toMatchObject([{ id: 1 }, { id: 2 }]);
  answer.resolve({});
  await vi.advanceTimersByTimeAsync(defaultCallTimeoutMs * 2);
  expect(late).toEqual([]);
  expect(settled).toEqual([]);
});
