import { expect, it } from 'vitest';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';

const externalId = '76561198000000001';
const hostWith = (answers: readonly object[]) =>
  createTestVendorHost({ AppId: '480', PublisherKey: 'a publisher key' }, { answers });
const setScore = (score: number, host: ReturnType<typeof hostWith>) =>
  adapter.leaderboards?.setScore({ externalId, leaderboard: '900100', score, reachedAt: new Date() }, host);

it('replaces the score on Steam’s leaderboard', async () => {
  const host = hostWith([{ result: { result: 1, score_changed: true } }]);
  expect(await setScore(118, host)).toEqual({ outcome: 'sent' });
  expect(host.asked).toEqual([
    {
      url: 'https://partner.steam-api.com/ISteamLeaderboards/SetLeaderboardScore/v1/',
      body: {
        key: 'a publisher key',
        appid: '480',
        steamid: externalId,
        leaderboardid: '900100',
        score: '118',
        scoremethod: 'ForceUpdate',
      },
    },
  ]);
});

it('refuses a score that Steam can’t store, without a request', async () => {
  const host = hostWith([]);
  for (const score of [2 ** 31, -(2 ** 31) - 1])
    expect(await setScore(score, host)).toMatchObject({ outcome: 'refused' });
  expect(host.asked).toEqual([]);
});

it('unlocks an achievement', async () => {
  const host = hostWith([{ response: { result: 1 } }]);
  expect(await adapter.achievements?.unlock({ externalId, achievement: 'DEEP' }, host)).toEqual({ outcome: 'sent' });
  expect(host.asked).toMatchObject([
    {
      url: 'https://partner.steam-api.com/ISteamUserStats/SetUserStatsForGame/v1/',
      body: { appid: '480', steamid: externalId, count: '1', 'name[0]': 'DEEP', 'value[0]': '1' },
    },
  ]);
});

it.each([
  ['another result', { result: { result: 8 } }, 'result 8'],
  ['a rejected key', { http: 403 }, 'PublisherKey'],
  ['an outage', { http: 503 }, '503'],
])('throws at %s, so that the core tries again', async (_, answer, message) => {
  await expect(setScore(118, hostWith([answer]))).rejects.toThrow(message);
});
