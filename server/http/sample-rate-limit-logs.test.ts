import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from './create-http-app.ts';
import { mountRateLimits } from './rate-limits.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('rejections of one caller are logged once a minute with their number, and all are in the metrics', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const metrics = createMetrics();
  const config = readConfig({ NODE_ENV: 'test', TRUSTED_PROXIES: '1' });
  const app = createHttpApp({ config, log, metrics, headers: {} });
  await mountRateLimits(app, { redis: undefined, perMinute: 1, log });
  app.get('/x', async () => 'x');
  const ask = async (from: string, times: number): Promise<void> => {
    for (let asked = 0; asked < times; asked += 1)
      await app.inject({ url: '/x', headers: { 'x-forwarded-for': from } });
  };
  const refusals = () => lines.filter(({ status }) => status === 429);
  await ask('192.0.2.1', 21);
  await ask('192.0.2.2', 3);
  expect(refusals()).toMatchObject([{ call: '/x' }, { call: '/x' }]);
  expect(await metrics.text()).toContain('fxid_problems_total{call="/x",code="TooManyRequests"} 22');
  vi.advanceTimersByTime(60_000);
  expect(refusals().slice(2)).toMatchObject([{ leftOut: 19 }, { leftOut: 1 }]);
  await ask('192.0.2.1', 1);
  expect(refusals().at(-1)).toMatchObject({ call: '/x' });
});
