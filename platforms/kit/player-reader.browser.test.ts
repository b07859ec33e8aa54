import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import { createPlayerReader } from './player-reader.browser.ts';

let events: string[];
beforeEach(() => {
  vi.useFakeTimers();
  events = [];
});
afterEach(() => void vi.useRealTimers());

function open(failures = 0, answer: () => Promise<string> = async () => 'Ada') {
  const asked: number[] = [];
  const warned: string[] = [];
  const host = {
    withPlatformTimeout,
    window,
    now: () => new Date(),
    log: { warn: (text: string) => void warned.push(text) },
    events: { playerChanged: () => void events.push('player') } as never,
  };
  const ask = () => {
    asked.push(Date.now());
    return asked.length > failures ? answer() : Promise.reject(new Error('blocked'));
  };
  return { proof: createPlayerReader(host, { title: 'A platform', fetchPlayer: ask, freshMs: 15_000 }), asked, warned };
}

async function readAfterAll(proof: { read(): Promise<string | undefined> }) {
  const reading = proof.read();
  await vi.advanceTimersByTimeAsync(13_000);
  return reading;
}

it('is requested once while it is fresh, unless the player may have changed', async () => {
  const { proof, asked } = open();
  expect(proof.current()).toBeUndefined();
  expect([await proof.read(), await proof.read(), proof.current()]).toEqual(['Ada', 'Ada', 'Ada']);
  proof.forget();
  await proof.read();
  expect(asked).toHaveLength(2);
  for (let second = 0; second < 300; second += 1) {
    await proof.read();
    await vi.advanceTimersByTimeAsync(1000);
  }
  // A platform may allow twenty requests in five minutes.
  expect(asked.length).toBeLessThanOrEqual(21);
  expect(asked.length).toBeGreaterThan(10);
});

it('is requested a second time immediately, also without a response', async () => {
  expect(await readAfterAll(open(1).proof)).toBe('Ada');
  const { proof, asked, warned } = open(0, () => new Promise(() => undefined));
  expect(await readAfterAll(proof)).toBeUndefined();
  expect(asked).toHaveLength(2);
  expect(warned).toEqual(['A platform does not say who plays']);
  proof.dispose();
});

it('is requested again later, and the game is notified when it arrives', async () => {
  const { proof } = open(3);
  expect(await readAfterAll(proof)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(events).toEqual(['player']);
  expect(proof.current()).toBe('Ada');
});

it('is not requested forever, or after the game was left', async () => {
  const endless = open(100);
  await readAfterAll(endless.proof);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(endless.asked).toHaveLength(7);
  const left = open(100);
  await readAfterAll(left.proof);
  left.proof.dispose();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(left.asked).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
