import { expect, it } from 'vitest';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';

const settings = { GameId: '90001', LeaderboardKey: 'a leaderboard key' };
const hostWith = (answers: readonly object[], given: object = settings) =>
  createTestVendorHost(given as typeof settings, { answers });
const reachedAt = new Date('2026-01-14T12:00:00Z');
const setScore = (host: ReturnType<typeof hostWith>) =>
  adapter.leaderboards?.setScore({ externalId: 'user-1', leaderboard: 'weekly', score: 118, reachedAt }, host);

it('sends a score with its time and the game’s key', async () => {
  const headers: unknown[] = [];
  const host = hostWith([{ failed: [] }]);
  const { fetch } = host;
  const watched = {
    ...host,
    fetch: (...asked: Parameters<typeof fetch>) => (headers.push(asked[1]?.headers), fetch(...asked)),
  };
  expect(await setScore(watched)).toEqual({ outcome: 'sent' });
  expect(headers).toMatchObject([{ 'x-api-key': 'a leaderboard key' }]);
  expect(host.asked).toEqual([
    {
      url: 'https://userportal.crazygames.com/leaderboard/scores',
      body: { scores: [{ userId: 'user-1', score: 118, timestamp: '2026-01-14T12:00:00.000Z' }] },
    },
  ]);
});

it.each([
  ['a rejected score', [{ failed: [{ userId: 'user-1' }] }], settings],
  ['a wrong key', [{ http: 401, error: 'Unauthorized' }], settings],
  ['too many requests', [{ http: 429 }], settings],
  ['no key', [], { GameId: '90001' }],
])('throws at %s, so that the core tries again', async (_, answers, given) => {
  await expect(setScore(hostWith(answers, given))).rejects.toThrow('CrazyGames');
});
