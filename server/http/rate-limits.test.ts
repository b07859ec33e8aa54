// Rate limits with a Redis that accepts connections and never responds, or stops responding. No durations are asserted:
// the number of requests to Redis shows whether a call waited.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { connectRedis } from './connect-redis.ts';
import { createHttpApp } from './create-http-app.ts';
import { mountRateLimits } from './rate-limits.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { CircuitBreakerTimeouts } from './shared-rate-limits.ts';
import { eventually } from '#server/testing/eventually.ts';

let open: (() => void)[] = [];
afterEach(() => {
  for (const close of open) close();
  open = [];
});

/**
 * Implements as much of the protocol as a start needs; `mode` decides whether counts are answered, left open or
 * refused.
 */
async function fakeRedis() {
  const state = { mode: 'answers' as 'answers' | 'hangs' | 'mute', counts: 0, value: 0 };
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (state.mode === 'mute') return;
      for (const command of bytes.toString().split(/(?=^\*\d+\r\n)/m)) {
        const name = /^\*\d+\r\n\$\d+\r\n(\w+)/.exec(command)?.[1]?.toLowerCase();
        if (name === 'info') socket.write('$9\r\nloading:0\r\n');
        else if (name === 'eval') {
          state.counts += 1;
          state.value += 1;
          if (state.mode === 'answers') socket.write(`*2\r\n:${state.value}\r\n:60000\r\n`);
        } else if (name !== undefined) socket.write('+OK\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return Object.assign(state, { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function limitedApp(url: string, timeouts?: CircuitBreakerTimeouts) {
  const logged: string[] = [];
  const log = createLog({ level: 'warn', write: (line) => logged.push(line) });
  const redis = await connectRedis(url, log);
  open.push(() => redis?.disconnect());
  const app = createHttpApp({ config: readConfig({}), log, metrics: createMetrics(), headers: {} });
  await mountRateLimits(app, { redis, perMinute: 3, log, ...(timeouts && { timeouts }) });
  app.get('/', async () => 'hello');
  app.get('/own', { config: { rateLimit: { max: 1, timeWindow: 60_000 } } }, async () => 'hello');
  const ask = async (count: number, path = '/'): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, async () => (await app.inject(path)).statusCode));
  return { ask, logged };
}

test('counts in Redis', async () => {
  const redis = await fakeRedis();
  const { ask } = await limitedApp(redis.url, { timeoutMs: 60_000, restMs: 0 });
  expect(await ask(5)).toEqual([200, 200, 200, 429, 429]);
  expect(redis.counts).toBe(5);
});

test('calls a hanging Redis once and then pauses, and limits no caller', async () => {
  const redis = await fakeRedis();
  const { ask, logged } = await eventually(async () => {
    // A rest longer than the test. A machine too slow to count starts over.
    const app = await limitedApp(redis.url, { timeoutMs: 250, restMs: 600_000 });
    return (await app.ask(4)).includes(429) && app.logged.length === 0 && app;
  });
  redis.mode = 'hangs';
  redis.counts = 0;
  expect(await ask(1)).toEqual([200]);
  await eventually(() => redis.counts === 1);
  expect(await ask(200)).toEqual(Array.from({ length: 200 }, () => 200));
  expect(await ask(50, '/own')).toEqual(Array.from({ length: 50 }, () => 200));
  expect(redis.counts).toBe(1);
  expect(logged.filter((line) => line.includes('requests pass without limits'))).toHaveLength(1);
});

test('limits again when Redis responds again', async () => {
  const redis = await fakeRedis();
  const { ask, logged } = await limitedApp(redis.url);
  redis.mode = 'hangs';
  await ask(5);
  redis.mode = 'answers';
  await eventually(async () => (await ask(1)).includes(429));
  expect(logged.some((line) => line.includes('Redis is reachable again'))).toBe(true);
});

test('does not start with a Redis that accepts the connection and never responds', async () => {
  const redis = await fakeRedis();
  redis.mode = 'mute';
  await expect(limitedApp(redis.url)).rejects.toThrow('Redis at REDIS_URL cannot be reached. Start it, correct');
});
