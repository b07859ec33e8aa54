import { expect, it } from 'vitest';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';

const settings = { ApiKey: '11111111-2222-3333', ItemImageUrl: 'https://play.example/item.png' };
const hostWith = (answers: readonly object[]) => createTestVendorHost(settings, { answers });
const setScore = (score: number, host: ReturnType<typeof hostWith>) =>
  adapter.leaderboards?.setScore({ externalId: '1234567', leaderboard: 'Depth', score, reachedAt: new Date() }, host);

it('submits a score, and an achievement as the number 1', async () => {
  const host = hostWith([{ success: true }, { success: true }]);
  expect(await setScore(118, host)).toEqual({ outcome: 'sent' });
  expect(await adapter.achievements?.unlock({ externalId: '1234567', achievement: 'Deep' }, host)).toEqual({
    outcome: 'sent',
  });
  const url = 'https://api.kongregate.com/api/submit_statistics.json';
  const common = { api_key: settings.ApiKey, user_id: 1_234_567 };
  expect(host.asked).toEqual([
    { url, body: { ...common, Depth: 118 } },
    { url, body: { ...common, Deep: 1 } },
  ]);
});

it('refuses a negative score without a request', async () => {
  const host = hostWith([]);
  expect(await setScore(-1, host)).toMatchObject({ outcome: 'refused' });
  expect(host.asked).toEqual([]);
});

it.each([
  ['a wrong key', { success: false, error: 403 }],
  ['another error', { success: false, error: 400 }],
  ['an outage', { http: 502 }],
])('throws at %s, so that the core tries again', async (_, answer) => {
  await expect(setScore(118, hostWith([answer]))).rejects.toThrow('Kongregate');
});
