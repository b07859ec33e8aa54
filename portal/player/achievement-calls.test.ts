import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import type { Achievement } from '#model/achievement.ts';
import { createAchievementCalls } from './achievement-calls.ts';

const achievement: Achievement = {
  Game: 'miner',
  Code: 'gems',
  Name: 'A hundred gems',
  Description: 'Collect them all',
  Points: 50,
  Progress: 30,
  Target: 100,
  Hidden: false,
};

function start(unlock: (request: object) => Promise<object>, isSignedIn = true) {
  const unlocked: Achievement[] = [];
  const list = async () => ({ Achievements: [achievement], HiddenCount: 1 });
  const calls = createAchievementCalls(
    { game: 'miner', language: () => 'de', isSignedIn: () => isSignedIn, onUnlocked: (all) => unlocked.push(...all) },
    // Only the calls that are made here.
    { achievements: { list, unlock } } as never,
  );
  return { calls, unlocked };
}

const refuse = (Code: string, status: number) => async (): Promise<never> => {
  throw new ApiError({ status, title: Code }, { Code });
};

test('progress and unlocks are of the framed game, in the language of the page', async () => {
  const requests: object[] = [];
  const done = { ...achievement, Progress: 100, UnlockedAt: '2026-11-18T09:00:00.000Z' };
  const { calls, unlocked } = start(async (request) => {
    requests.push(request);
    return { Achievement: 'Progress' in request ? achievement : done, Unlocked: !('Progress' in request) };
  });
  expect(await calls.unlock({ code: 'gems', progress: 30 })).toEqual({ unlocked: false });
  expect(unlocked).toEqual([]);
  expect(await calls.unlock({ code: 'gems' })).toEqual({ unlocked: true });
  expect(unlocked).toEqual([done]);
  const request = { GameSystemName: 'miner', Code: 'gems', Locale: 'de' };
  expect(requests).toEqual([{ ...request, Progress: 30 }, request]);
  expect((await calls.list()).achievements).toEqual([
    {
      code: 'gems',
      name: 'A hundred gems',
      description: 'Collect them all',
      points: 50,
      progress: 30,
      target: 100,
    },
  ]);
});

test('without a player nothing is sent', async () => {
  const { calls } = start(() => Promise.reject(new Error('nothing is sent')), false);
  await expect(calls.unlock({ code: 'gems' })).rejects.toMatchObject({ code: 'NotSupported' });
});

test.each([
  ['UnknownAchievement', 404, { code: 'InvalidRequest', parameter: 'code' }],
  ['Forbidden', 403, { code: 'InvalidRequest' }],
  ['AchievementLimit', 409, { code: 'InvalidRequest' }],
  ['TooManyRequests', 429, { code: 'TooManyRequests' }],
] as const)('%s reaches the game as an error of the bridge', async (code, status, error) => {
  const { calls, unlocked } = start(refuse(code, status));
  await expect(calls.unlock({ code: 'gems' })).rejects.toMatchObject(error);
  expect(unlocked).toEqual([]);
});
