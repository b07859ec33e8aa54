// Tests the checks of services around the portal: Redis, game files, game servers, provider keys.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { simulator as stripe } from '#payments/stripe/simulator.server.ts';
import { createWebhookEndpoints } from '#server/features/deliveries/endpoints.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { safeFetch, type SafeFetch } from '#server/http/safe-fetch.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { missingRedisReason, startRedis } from '#server/testing/start-redis.ts';
import { startVendor } from '#server/testing/start-vendor.ts';
import { checkBackups } from './check-backups.ts';
import { checkGameFiles } from './check-game-files.ts';
import { checkGameServers } from './check-game-servers.ts';
import { checkProviderKeys } from './check-provider-keys.ts';
import { checkRedis } from './check-redis.ts';
import { checkReplica } from './check-replica.ts';

const game = 'gem-miner';
const now = (): Date => new Date();
const log = pino({ level: 'silent' });
const sealer = createSealer('tests');
const localFetch: SafeFetch = (address, options) => safeFetch(address, { ...options, allowLoopback: true });

let testing: TestDatabase;
beforeAll(async () => {
  testing = await createTestDatabase();
  await buildGames(testing.database, [game]);
});
afterAll(() => testing.drop());

test('accepts a missing Redis setting', async () => {
  expect(await checkRedis({ redisUrl: undefined })).toMatchObject([{ verdict: 'ok' }]);
});

test('finds a Redis that is down, needs a password, or is read-only', async ({ skip }) => {
  skip(missingRedisReason !== undefined, missingRedisReason);
  await using redis = await startRedis();
  expect(await checkRedis({ redisUrl: redis.url })).toMatchObject([{ verdict: 'ok' }]);
  const admin = new Redis(redis.url);
  await admin.replicaof('127.0.0.1', 1);
  const remedy = expect.stringContaining('check REDIS_URL');
  expect(await checkRedis({ redisUrl: redis.url })).toMatchObject([
    { verdict: 'problem', text: expect.stringMatching(/READONLY/i), remedy },
  ]);
  await admin.replicaof('NO', 'ONE');
  await admin.config('SET', 'requirepass', 'hunter2');
  expect(await checkRedis({ redisUrl: redis.url })).toMatchObject([
    { verdict: 'problem', text: expect.stringMatching(/NOAUTH/) },
  ]);
  admin.disconnect();
  await redis.kill();
  expect(await checkRedis({ redisUrl: redis.url })).toMatchObject([{ verdict: 'problem', remedy }]);
});

test("doesn't reveal the Redis password", async () => {
  const [port] = await findFreePorts();
  const found = await checkRedis({ redisUrl: `redis://somebody:hunter2@127.0.0.1:${port}` });
  expect(found).toMatchObject([{ verdict: 'problem', text: expect.stringContaining('ECONNREFUSED') }]);
  expect(JSON.stringify(found)).not.toContain('hunter2');
});

test('finds a replica that is down or accepts writes', async () => {
  expect(await checkReplica({ databaseReadUrl: undefined })).toMatchObject([{ verdict: 'ok' }]);
  const [port] = await findFreePorts();
  const found = await checkReplica({ databaseReadUrl: `postgres://fxid:hunter2@127.0.0.1:${port}/fxid` });
  expect(found).toMatchObject([{ verdict: 'problem', remedy: expect.stringContaining('DATABASE_READ_URL') }]);
  expect(JSON.stringify(found)).not.toContain('hunter2');
  const databaseReadUrl = buildConnectionUrl(testing.connection);
  expect(await checkReplica({ databaseReadUrl })).toMatchObject([
    { verdict: 'warning', text: expect.stringContaining('is not a replica') },
  ]);
});

test('finds games whose files are not on this node', async () => {
  const dataDir = createTemporaryFolder();
  const folder = join(dataDir, 'games');
  const build = { ota_version: '1.0', build_type: 'Iframe' as const, sha: 'x', metadata: '{}' };
  await testing.database.kysely
    .insertInto('builds')
    .values([
      { ...build, build_id: randomUUID(), game, build_number: 1, url: '/builds/1/' },
      { ...build, build_id: randomUUID(), game, build_number: 2, url: '/' },
    ])
    .execute();
  expect(await checkGameFiles(testing.database, { dataDir, gamesStore: undefined })).toMatchObject([
    {
      verdict: 'problem',
      text: `build 2 of ${game} has no files in ${folder}`,
      remedy: expect.stringContaining(`npm run games -- add ${game}`),
    },
  ]);
  mkdirSync(join(folder, game, 'builds', '2'), { recursive: true });
  expect(await checkGameFiles(testing.database, { dataDir, gamesStore: undefined })).toMatchObject([
    { verdict: 'problem' },
  ]);
  writeFileSync(join(folder, game, 'builds', '2', 'index.html'), '');
  expect(await checkGameFiles(testing.database, { dataDir, gamesStore: undefined })).toMatchObject([{ verdict: 'ok' }]);
});

test('finds backups that are old, have failed, or are gone', async () => {
  const { database } = testing;
  const { kysely } = database;
  const here = { scheduledBackups: true, nodeName: 'node-1' };
  const check = async () => (await checkBackups(database, here))[0];
  const set = (hours: number, place: string, fault: string | null = null) =>
    sql`update scheduled_backups set finished_at = now() - make_interval(hours => ${hours}), node = 'node-1', place = ${place},
      fault = ${fault} where kind = 'database'`.execute(kysely);
  const file = join(createTemporaryFolder(), 'daily.sql.zst');
  writeFileSync(file, '');
  await set(5, file);
  expect(await check()).toEqual({ verdict: 'ok', text: 'the last backup of the database is 5 hours old, on node-1' });
  await set(5, file, 'no space left on device');
  expect(await check()).toMatchObject({ verdict: 'warning', text: expect.stringContaining('no space left on device') });
  await set(40, file);
  expect(await check()).toMatchObject({ verdict: 'warning', text: 'the last backup of the database is 40 hours old' });
  await set(80, file);
  expect(await check()).toMatchObject({
    verdict: 'problem',
    text: 'the last backup of the database is 3 days old',
    remedy: expect.stringContaining('BACKUP_DIR'),
  });
  await set(1, `${file}.gone`);
  expect(await check()).toMatchObject({
    verdict: 'problem',
    text: expect.stringContaining('daily.sql.zst.gone is missing'),
  });
  expect(await checkBackups(database, { ...here, nodeName: 'node-2' })).toMatchObject([{ verdict: 'ok' }, {}]);
  expect(await checkBackups(database, { ...here, scheduledBackups: false })).toMatchObject([{ verdict: 'ok' }]);
});

test("finds game servers that don't respond, fail, or were turned off", async () => {
  let status = 405;
  const server = createServer((_, response) => void response.writeHead(status).end());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const endpoints = createWebhookEndpoints(testing.database, sealer, now);
  expect(await checkGameServers(testing.database, localFetch)).toMatchObject([{ verdict: 'ok' }]);
  await endpoints.set(game, `http://127.0.0.1:${port}/hooks`);
  expect(await checkGameServers(testing.database, localFetch)).toEqual([
    { verdict: 'ok', text: `the server of ${game} at 127.0.0.1:${port} responds` },
  ]);
  status = 503;
  const remedy = expect.stringContaining(`npm run hooks -- set ${game}`);
  expect(await checkGameServers(testing.database, localFetch)).toMatchObject([
    { verdict: 'problem', text: expect.stringContaining('returns 503'), remedy },
  ]);
  const [unused] = await findFreePorts();
  await endpoints.set(game, `http://127.0.0.1:${unused}/hooks`);
  expect(await checkGameServers(testing.database, localFetch)).toMatchObject([
    { verdict: 'problem', text: expect.stringContaining("doesn't respond"), remedy },
  ]);
  const slow: SafeFetch = () => Promise.reject(new Error('game.example did not answer within 15000 ms.'));
  expect(await checkGameServers(testing.database, slow)).toMatchObject([{ verdict: 'warning' }]);
  await endpoints.disable(game, 'it answered 410');
  expect(await checkGameServers(testing.database, localFetch)).toMatchObject([
    {
      verdict: 'problem',
      text: expect.stringContaining('it answered 410'),
      remedy: expect.stringContaining(`npm run hooks -- enable ${game}`),
    },
  ]);
});

test('finds keys that a payment provider rejects', async () => {
  const vendor = await startVendor((app, place) => stripe.mount(app, place));
  onTestFinished(() => vendor.close());
  const { database } = testing;
  const settings = createAdapterSettings({ database, sealer, log });
  const check = (fetch: SafeFetch = localFetch) =>
    checkProviderKeys({ database, settings, vendorFetch: fetch, log, now });
  expect(await check()).toEqual([{ verdict: 'ok', text: 'no keys to test' }]);
  const right = stripe.settings(vendor.place);
  await settings.write('payments', 'stripe', right);
  await settings.write('payments', 'stripe', { ...right, SecretKey: 'sk_test_another' }, { game });
  expect(await check()).toEqual([
    {
      verdict: 'problem',
      text: `stripe (${game}) rejects the keys (401)`,
      remedy: expect.stringContaining('npm run settings -- payments/stripe'),
    },
    { verdict: 'ok', text: 'stripe accepts the keys' },
  ]);
  await settings.remove('payments', 'stripe', game);
  const failing: SafeFetch = async () => ({ status: 502, headers: {}, body: Buffer.from('') });
  expect(await check(failing)).toMatchObject([{ verdict: 'warning', text: 'stripe returns 502' }]);
  const slow: SafeFetch = () => Promise.reject(new Error('api.stripe.com did not answer within 10000 ms.'));
  expect(await check(slow)).toMatchObject([{ verdict: 'warning', text: expect.stringContaining("can't be reached") }]);
});
