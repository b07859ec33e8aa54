import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CountRequest } from '#server/http/rate-limit-store.ts';
import { createRequestCounts } from './request-counts.ts';
import { createSharedRequestCounts, maxExcess } from './shared-request-counts.ts';

const windowMs = 60_000;

/** Workers over one primary process. Reports that may wait are sent when the test says so. */
function createWorkers(workers: number) {
  const clock = { nowMs: 0 };
  const nowMs = (): number => clock.nowMs;
  const counts = createRequestCounts({ nowMs });
  const waiting: (() => void)[] = [];
  const asked = { messages: 0 };
  const all: CountRequest[] = Array.from({ length: workers }, () =>
    createSharedRequestCounts({
      workers,
      nowMs,
      schedule: (report) => void waiting.push(report),
      count: async (requests) => {
        asked.messages += 1;
        return requests.map((each) => counts.add(each));
      },
    }),
  );
  const report = async (): Promise<void> => {
    for (const each of waiting.splice(0)) each();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { all, clock, report, asked };
}

const ask = (count: CountRequest | undefined, max: number, key = 'ada'): Promise<{ current: number; ttl: number }> =>
  new Promise((resolve, reject) => {
    count?.(key, { windowMs, max }, (error, result) => (result ? resolve(result) : reject(error ?? new Error('none'))));
  });

test('a limit that is small for the number of workers is exact', async () => {
  const { all } = createWorkers(4);
  const admitted: boolean[] = [];
  for (let at = 0; at < 80; at += 1) admitted.push((await ask(all[at % 4], 39)).current <= 39);
  expect(admitted).toEqual(admitted.map((_, at) => at < 39));
});

test('concurrent requests are counted one by one, in one message for each worker', async () => {
  const { all, asked } = createWorkers(2);
  const counted = await Promise.all(Array.from({ length: 30 }, (_, at) => ask(all[at % 2], 10)));
  expect(counted.map(({ current }) => current).toSorted((a, b) => a - b)).toEqual(counted.map((_, at) => at + 1));
  expect(asked.messages).toBe(2);
});

test('never exceeds a limit by more than the promised share, wherever requests arrive', async () => {
  const steps = fc.array(fc.oneof(fc.nat(3), fc.constant('report' as const)), { minLength: 200, maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 150 }), async (turns, max) => {
      const { all, report } = createWorkers(4);
      let admitted = 0;
      for (const turn of turns) {
        if (turn === 'report') await report();
        else if ((await ask(all[turn], max)).current <= max) admitted += 1;
      }
      const requests = turns.filter((turn) => turn !== 'report').length;
      expect(admitted).toBeLessThanOrEqual(Math.floor(max * (1 + maxExcess)));
      expect(admitted).toBeGreaterThanOrEqual(Math.min(requests, max));
    }),
    { numRuns: 60 },
  );
});

test('the first requests of a caller wait for no other process', async () => {
  const { all, asked, report } = createWorkers(2);
  for (let at = 0; at < 30; at += 1) await ask(all[0], 600);
  expect(asked.messages).toBe(0);
  await report();
  expect(asked.messages).toBe(1);
});

test('above the limit a worker refuses by itself until the window ends', async () => {
  const { all, asked, clock } = createWorkers(2);
  for (let at = 0; at < 4; at += 1) await ask(all[0], 4);
  expect(asked.messages).toBe(4);
  for (let at = 0; at < 3; at += 1) expect(await ask(all[0], 4)).toEqual({ current: 5, ttl: windowMs });
  expect(asked.messages).toBe(4);
  clock.nowMs += windowMs;
  expect((await ask(all[0], 4)).current).toBe(1);
});

test('callers and calls are counted separately, and the oldest are dropped when there are too many', async () => {
  const { all } = createWorkers(2);
  expect([await ask(all[0], 5, 'ada'), await ask(all[1], 5, 'borys')]).toMatchObject([{ current: 1 }, { current: 1 }]);
  const counts = createRequestCounts({ maxKeys: 2, nowMs: () => 0 });
  for (const key of ['a', 'b', 'c']) counts.add([key, 1, windowMs]);
  expect(counts.add(['c', 1, windowMs])[0]).toBe(2);
  expect(counts.add(['a', 1, windowMs])[0]).toBe(1);
});

test('without an answer the request is reported as uncounted, and counted later', async () => {
  let isAway = true;
  const counts = createRequestCounts();
  const count = createSharedRequestCounts({
    workers: 2,
    count: async (requests) => {
      if (isAway) throw new Error('away');
      return requests.map((each) => counts.add(each));
    },
  });
  await expect(ask(count, 5)).rejects.toThrow('away');
  isAway = false;
  expect((await ask(count, 5)).current).toBe(2);
});
