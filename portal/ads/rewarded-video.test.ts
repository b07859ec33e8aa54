import { expect, test } from 'vitest';
import type { AdPlacement } from '#model/game.ts';
import type { AdResult } from '#platforms/port.browser.ts';
import { createStorage } from '#portal/storage.ts';
import { createRewardedVideo } from './rewarded-video.ts';

const places: AdPlacement[] = [
  { Id: 'pause', Kind: 'Interstitial', CooldownSeconds: 0 },
  { Id: 'refill', Kind: 'Rewarded', CooldownSeconds: 60 },
  { Id: 'again', Kind: 'Rewarded', CooldownSeconds: 0 },
];
const failed = (reason: string) => ({ outcome: 'failed', reason });

function world(placements: AdPlacement[] = places) {
  const kept = new Map<string, string>();
  const storage = createStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
  const ends: AdResult[] = [];
  let nowMs = Date.UTC(2026, 0, 1);
  const create = () =>
    createRewardedVideo({
      game: 'miner',
      readPlacements: async () => placements,
      storage,
      now: () => new Date(nowMs),
      show: async () => ends.shift() ?? { outcome: 'finished' },
    });
  return { create, unit: create(), ends, pass: (ms: number) => void (nowMs += ms) };
}

test('a placement has a cooldown after a completed ad, even after a reload', async () => {
  const { create, unit, pass } = world();
  expect(await unit.ready('refill')).toBe(true);
  expect(await unit.show('refill')).toEqual({ outcome: 'finished' });
  for (const each of [unit, create()]) {
    expect(await each.ready('refill')).toBe(false);
    expect(await each.show('refill')).toEqual(failed('Unknown'));
  }
  // Each placement has its own cooldown.
  expect([await unit.ready('again'), await unit.show('again'), await unit.ready('again')]).toEqual([
    true,
    { outcome: 'finished' },
    true,
  ]);
  pass(59_999);
  expect(await unit.ready('refill')).toBe(false);
  pass(1);
  expect(await unit.ready('refill')).toBe(true);
  // A clock that is set back does not lock the player out.
  await unit.show('refill');
  pass(-3_600_000);
  expect(await unit.ready('refill')).toBe(true);
});

test('an unavailable ad starts no cooldown, a skipped one does', async () => {
  const { unit, ends } = world();
  ends.push({ outcome: 'failed', reason: 'Unknown' }, { outcome: 'skipped' });
  await unit.show('refill');
  expect(await unit.ready('refill')).toBe(true);
  expect(await unit.show('refill')).toEqual({ outcome: 'skipped' });
  expect(await unit.ready('refill')).toBe(false);
});

test('unknown placements have no ad; without a name the first placement is used', async () => {
  const { unit } = world();
  for (const place of ['nowhere', 'pause']) {
    expect(await unit.ready(place)).toBe(false);
    expect(await unit.show(place)).toEqual(failed('AdsNotConnected'));
  }
  expect(await unit.show()).toEqual({ outcome: 'finished' });
  expect(await unit.ready('refill')).toBe(false);
  const { unit: without } = world([]);
  expect([await without.ready(), await without.show()]).toEqual([false, failed('AdsNotConnected')]);
});
