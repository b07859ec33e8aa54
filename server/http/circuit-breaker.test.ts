import { expect, test, vi } from 'vitest';
import { createCircuitBreaker, CircuitOpenError } from './circuit-breaker.ts';

function setUp() {
  let nowMs = 0;
  const changes: string[] = [];
  const breaker = createCircuitBreaker({
    timeoutMs: 20,
    restMs: 5000,
    nowMs: () => nowMs,
    onChange: (fault) => changes.push(fault === undefined ? 'back' : (fault as Error).message),
  });
  return { breaker, changes, wait: (ms: number) => void (nowMs += ms) };
}

const works = vi.fn(async () => 'answer');
const breaks = vi.fn(() => Promise.reject(new Error('broken')));
const hangs = vi.fn(() => new Promise<string>(() => undefined));

test('passes on results and errors unchanged', async () => {
  const { breaker } = setUp();
  expect(await breaker.run(works)).toBe('answer');
  await expect(breaker.run(breaks)).rejects.toThrow('broken');
});

test("gives up on a call that doesn't respond in time", async () => {
  const { breaker, changes } = setUp();
  await expect(breaker.run(hangs)).rejects.toThrow('No answer within 20 ms.');
  expect(changes).toEqual(['No answer within 20 ms.']);
});

test('makes no calls while open, then lets one through, and reports each change once', async () => {
  const { breaker, changes, wait } = setUp();
  await expect(breaker.run(breaks)).rejects.toThrow('broken');
  works.mockClear();
  wait(4999);
  await expect(breaker.run(works)).rejects.toThrow(CircuitOpenError);
  expect(works).not.toHaveBeenCalled();

  wait(1);
  hangs.mockClear();
  const tries = [breaker.run(hangs), breaker.run(hangs), breaker.run(works)];
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.map((each) => each.status === 'rejected' && (each.reason as Error).name)).toEqual([
    'Error',
    'BreakerOpen',
    'BreakerOpen',
  ]);
  expect(hangs).toHaveBeenCalledTimes(1);

  wait(5000);
  expect(await breaker.run(works)).toBe('answer');
  expect(await Promise.all([breaker.run(works), breaker.run(works)])).toEqual(['answer', 'answer']);
  expect(changes).toEqual(['broken', 'back']);
});

test('is not closed by a late reply to an earlier call', async () => {
  const { breaker } = setUp();
  const { promise, resolve } = Promise.withResolvers<string>();
  const early = breaker.run(() => promise);
  await expect(breaker.run(breaks)).rejects.toThrow('broken');
  resolve('late');
  expect(await early).toBe('late');
  await expect(breaker.run(works)).rejects.toThrow(CircuitOpenError);
});
