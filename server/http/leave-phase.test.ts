import { expect, test } from 'vitest';
import { createLeavePhase } from './leave-phase.ts';

/** Calls arrive at these times, in milliseconds. */
async function leaveWith(calls: readonly number[]): Promise<number> {
  let nowMs = 0;
  const waiting = [...calls];
  const phase = createLeavePhase(
    () => nowMs,
    async (ms) => {
      const end = nowMs + ms;
      while ((waiting[0] ?? Infinity) <= end) {
        nowMs = waiting.shift() ?? end;
        phase.noteCall();
      }
      nowMs = end;
    },
  );
  expect(phase.isLeaving()).toBe(false);
  const left = phase.run();
  expect(phase.isLeaving()).toBe(true);
  await left;
  return nowMs;
}

test('a node leaves once no call has arrived for a second, and after six seconds at the latest', async () => {
  expect(await leaveWith([])).toBe(1000);
  expect(await leaveWith([300, 900])).toBe(1900);
  expect(await leaveWith(Array.from({ length: 100 }, (_, at) => at * 100))).toBe(6000);
});
