import { expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from './create-http-app.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { mountProbes, type ReadinessCheck } from './probes.ts';

function probes(checks: readonly ReadinessCheck[], stopping = (): boolean => false) {
  const log = createLog({ level: 'silent' });
  const app = createHttpApp({ config: readConfig({}), log, metrics: createMetrics(), headers: {}, stopping });
  mountProbes(app, { readiness: { checks, stopping }, log });
  return async (url = '/readyz') => {
    const { statusCode, headers, body } = await app.inject(url);
    return { status: statusCode, connection: headers.connection, body: JSON.parse(body) as unknown };
  };
}

const works = (name: string): ReadinessCheck => ({ name, check: async () => ({ ok: true }) });
const fails = (name: string): ReadinessCheck => ({ name, check: async () => ({ ok: false }) });

test('is ready when everything works, and lists the checks', async () => {
  const ask = probes([works('database'), { name: 'clock', check: async () => ({ ok: true, detail: '3 ms ahead' }) }]);
  expect(await ask()).toMatchObject({
    status: 200,
    body: { status: 'ready', checks: { database: 'ok', clock: 'ok' }, details: { clock: '3 ms ahead' } },
  });
});

test('is not ready when one thing fails or throws, and names it', async () => {
  const throws: ReadinessCheck = { name: 'sealed', check: () => Promise.reject(new Error('secret text')) };
  const { status, body } = await probes([works('database'), fails('migrations'), throws])();
  expect([status, body]).toEqual([
    503,
    { status: 'not ready', checks: { database: 'ok', migrations: 'failing', sealed: 'failing' } },
  ]);
});

test('stays ready without optional services, and reports it', async () => {
  const { status, body } = await probes([works('database'), { ...fails('redis'), isOptional: true }])();
  expect([status, body]).toEqual([200, { status: 'degraded', checks: { database: 'ok', redis: 'failing' } }]);
});

test("accepts traffic while the database is unreachable, because other nodes couldn't do better", async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const throws = (name: string): ReadinessCheck => ({ name, check: () => Promise.reject(refused) });
  const { status, body } = await probes([{ ...fails('database'), isOptional: true }, throws('migrations')])();
  expect([status, body]).toEqual([200, { status: 'degraded', checks: { database: 'failing', migrations: 'failing' } }]);
});

test("doesn't wait for a hanging check", async () => {
  const hangs: ReadinessCheck = { name: 'database', check: () => new Promise(() => undefined) };
  expect(await probes([hangs])()).toMatchObject({
    status: 200,
    body: { status: 'degraded', checks: { database: 'failing' }, details: { database: 'no answer within 2000 ms' } },
  });
});

test('runs the checks once for concurrent requests', async () => {
  const { promise, resolve } = Promise.withResolvers<{ ok: boolean }>();
  const check = vi.fn(() => promise);
  const ask = probes([{ name: 'database', check }]);
  const answers = Promise.all([ask(), ask(), ask()]);
  await vi.waitFor(() => expect(check).toHaveBeenCalled());
  resolve({ ok: true });
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(check).toHaveBeenCalledTimes(1);
});

test('is not ready while it stops, closes connections, and is still alive', async () => {
  const ask = probes([works('database')], () => true);
  expect(await ask()).toMatchObject({ status: 503, connection: 'close', body: { status: 'stopping' } });
  expect(await ask('/healthz')).toMatchObject({ status: 200, connection: 'close', body: { status: 'ok' } });
});
