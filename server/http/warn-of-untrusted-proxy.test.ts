import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from './create-http-app.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { warnOfUntrustedProxy } from './warn-of-untrusted-proxy.ts';

async function warnings(env: Record<string, string>, ...requests: readonly Record<string, string>[]) {
  const logged: string[] = [];
  const log = createLog({ level: 'warn', write: (line) => logged.push(line) });
  const config = readConfig(env);
  const app = createHttpApp({ config, log, metrics: createMetrics(), headers: {} });
  warnOfUntrustedProxy(app, { config, log });
  app.get('/', async () => 'hello');
  for (const headers of requests) await app.inject({ url: '/', headers });
  return logged;
}

const forwarded = { 'x-forwarded-for': '192.0.2.7' };

test('warns once, with the remedy, about an untrusted proxy in front', async () => {
  const logged = await warnings({}, {}, forwarded, forwarded, { forwarded: 'for=192.0.2.7' });
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('Set TRUSTED_PROXIES to the number of proxies in front, usually 1.');
});

test('logs nothing without a proxy, or if proxies are trusted', async () => {
  expect(await warnings({}, {}, {})).toEqual([]);
  expect(await warnings({ TRUSTED_PROXIES: '1' }, forwarded)).toEqual([]);
});
