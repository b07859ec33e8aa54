import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from './create-http-app.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

test('after its drain a node refuses what a proxy may send elsewhere, and answers the calls that arrive all the same', async () => {
  let isLeaving = false;
  const app = createHttpApp({
    config: readConfig({}),
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    headers: {},
    stopping: () => true,
    leaving: () => isLeaving,
  });
  app.get('/page', async () => 'a page');
  app.post('/call', async () => ({ done: true }));
  const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string) => {
    const { statusCode, headers } = await app.inject({ method, url });
    return [statusCode, headers.connection];
  };
  const draining = { page: await ask('GET', '/page'), call: await ask('POST', '/call') };
  expect(draining).toEqual({ page: [200, 'close'], call: [200, 'close'] });
  isLeaving = true;
  expect(await ask('GET', '/page')).toEqual([503, 'close']);
  expect(await ask('HEAD', '/page')).toEqual([503, 'close']);
  expect(await ask('POST', '/call')).toEqual([200, 'close']);
});
