import { expect, it } from 'vitest';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';

const settings = { AppId: '51000001', SecureKey: 'a secure key', ServiceKey: 'a service key' };
const hostWith = (answers: readonly object[], given: object = settings) =>
  createTestVendorHost(given as typeof settings, { answers });
const setScore = (leaderboard: string, score: number, host: ReturnType<typeof hostWith>) =>
  adapter.leaderboards?.setScore({ externalId: '100200300', leaderboard, score, reachedAt: new Date() }, host);

it('sends points, levels and missions as events of the app', async () => {
  const host = hostWith([{ response: 1 }, { response: 1 }, { response: 1 }]);
  expect(await setScore('points', 118, host)).toEqual({ outcome: 'sent' });
  expect(await setScore('level', 7, host)).toEqual({ outcome: 'sent' });
  expect(await adapter.achievements?.unlock({ externalId: '100200300', achievement: '102' }, host)).toEqual({
    outcome: 'sent',
  });
  const common = { access_token: 'a service key', v: '5.131', user_id: '100200300' };
  expect(host.asked.map(({ url }) => new URL(url).pathname)).toEqual(Array(3).fill('/method/secure.addAppEvent'));
  expect(host.asked.map(({ body }) => body)).toEqual([
    { ...common, activity_id: '2', value: '118' },
    { ...common, activity_id: '1', value: '7' },
    { ...common, activity_id: '102' },
  ]);
});

it('refuses what VK can’t store, without a request', async () => {
  const host = hostWith([]);
  for (const [leaderboard, score] of [
    ['points', 0],
    ['points', 2 ** 31],
    ['level', 15_001],
  ] as const)
    expect(await setScore(leaderboard, score, host)).toMatchObject({ outcome: 'refused' });
  expect(host.asked).toEqual([]);
});

it('takes a level that isn’t higher than VK’s as refused', async () => {
  const host = hostWith([{ error: { error_code: 100 } }]);
  expect(await setScore('level', 3, host)).toMatchObject({ outcome: 'refused' });
});

it.each([
  ['another error', [{ error: { error_code: 10 } }], settings],
  ['no reply', [], settings],
  ['no service key', [], { ...settings, ServiceKey: undefined }],
])('throws at %s, so that the core tries again', async (_, answers, given) => {
  await expect(setScore('points', 118, hostWith(answers, given))).rejects.toThrow();
});
