import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlayerInfo } from '../bridge/shapes.ts';
import { fetchPlayerInfo } from './fetch-player-info.ts';
import { anonymousPlayer } from './anonymous-player.ts';

const ada: PlayerInfo = { ...anonymousPlayer, fxId: { ...anonymousPlayer.fxId, userId: 'ada' } };

function ask() {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const call = vi.fn(() => promise);
  const learnLate = vi.fn();
  return { asked: fetchPlayerInfo({ call, on: () => undefined }, 100, learnLate), call, learnLate, resolve, reject };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('returns the player from the portal', async () => {
  const { asked, call, learnLate, resolve } = ask();
  resolve(ada);
  expect(await asked).toBe(ada);
  await vi.advanceTimersByTimeAsync(100);
  expect(call.mock.calls).toEqual([['GetInfo', {}]]);
  expect(learnLate).not.toHaveBeenCalled();
});

it('starts with an anonymous player if the portal is late, and reports the player later', async () => {
  const { asked, learnLate, resolve } = ask();
  await vi.advanceTimersByTimeAsync(100);
  expect(await asked).toBe(anonymousPlayer);
  expect(learnLate).not.toHaveBeenCalled();
  resolve(ada);
  await vi.waitFor(() => expect(learnLate.mock.calls).toEqual([[ada]]));
});

it('starts with an anonymous player if the portal fails', async () => {
  const { asked, learnLate, reject } = ask();
  reject(new Error('no session'));
  expect(await asked).toBe(anonymousPlayer);
  expect(learnLate).not.toHaveBeenCalled();
});
