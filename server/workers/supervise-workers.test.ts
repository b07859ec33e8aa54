import { expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { eventually } from '#server/testing/eventually.ts';
import { maxFailures, superviseWorkers, type WorkerExit } from './supervise-workers.ts';

const crash: WorkerExit = { code: 1, signal: null };

/** Workers that the test makes ready and ends; pauses end at once and are recorded. */
function superviseFakes(workers: number) {
  const forked: { number: number; becomeReady: () => void; end: (exit: WorkerExit) => void; isStopped: boolean }[] = [];
  const pauses: number[] = [];
  const clock = { nowMs: 0 };
  const supervisor = superviseWorkers({
    workers,
    log: createLog({ level: 'silent' }),
    nowMs: () => clock.nowMs,
    sleep: async (ms) => void pauses.push(ms),
    fork: (number) => {
      const ready = Promise.withResolvers<void>();
      const exited = Promise.withResolvers<WorkerExit>();
      const fake = { number, becomeReady: ready.resolve, end: exited.resolve, isStopped: false };
      forked.push(fake);
      const stop = (): void => {
        fake.isStopped = true;
        exited.resolve({ code: 0, signal: null });
      };
      return { pid: forked.length, ready: ready.promise, exited: exited.promise, stop };
    },
  });
  const newest = (number: number) => forked.findLast((each) => each.number === number) ?? fail(number);
  /** Ends the worker and waits for its replacement. */
  const replace = async (number: number, exit = crash): Promise<void> => {
    const before = newest(number);
    before.end(exit);
    await eventually(() => newest(number) !== before);
  };
  const startAll = async (): Promise<void> => {
    for (const { becomeReady } of forked) becomeReady();
    await supervisor.started;
  };
  return { supervisor, forked, pauses, clock, newest, replace, startAll };
}

function fail(number: number): never {
  throw new Error(`Worker ${number} was never started.`);
}

test('starts all workers and has started when all are ready', async () => {
  const { supervisor, forked, startAll } = superviseFakes(3);
  expect(forked.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(supervisor.running()).toBe(0);
  await startAll();
  expect(supervisor.running()).toBe(3);
});

test('does not start if a worker ends before all are ready', async () => {
  const { supervisor, newest } = superviseFakes(2);
  newest(1).becomeReady();
  newest(2).end(crash);
  await expect(supervisor.started).rejects.toThrow('Worker 2 ended with code 1 before it was ready');
});

test('replaces a worker after growing pauses, which start over after a minute without a failure', async () => {
  const { supervisor, pauses, clock, newest, replace, startAll } = superviseFakes(2);
  await startAll();
  for (let turn = 0; turn < 3; turn += 1) {
    await replace(2, { code: null, signal: 'SIGKILL' });
    expect(supervisor.running()).toBe(1);
    newest(2).becomeReady();
    await eventually(() => supervisor.running() === 2);
  }
  clock.nowMs += 60_000;
  await replace(2);
  expect(pauses).toEqual([100, 200, 400, 100]);
});

test('gives up if a worker keeps ending after it was ready', async () => {
  const { supervisor, newest, replace, startAll } = superviseFakes(2);
  await startAll();
  for (let failures = 1; failures < maxFailures; failures += 1) {
    await replace(2);
    newest(2).becomeReady();
    await eventually(() => supervisor.running() === 2);
  }
  newest(2).end(crash);
  await expect(supervisor.failed).rejects.toThrow(`Worker 2 ended ${maxFailures} times in a row`);
  await supervisor.stop();
  expect(newest(1).isStopped).toBe(true);
});

test('retries without end a worker that cannot start while another serves, and gives up if none does', async () => {
  const { supervisor, pauses, newest, replace, startAll } = superviseFakes(2);
  await startAll();
  for (let failures = 0; failures < 2 * maxFailures; failures += 1) await replace(2);
  expect(Math.max(...pauses)).toBe(10_000);
  expect(supervisor.running()).toBe(1);
  await replace(1);
  newest(2).end(crash);
  await expect(supervisor.failed).rejects.toThrow('Worker 2 ended');
});

test('stops all workers and replaces none afterwards', async () => {
  const { supervisor, forked, startAll } = superviseFakes(2);
  await startAll();
  await supervisor.stop();
  expect(forked.map(({ isStopped }) => isStopped)).toEqual([true, true]);
});
