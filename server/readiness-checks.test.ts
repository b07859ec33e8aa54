import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectRedis } from './http/connect-redis.ts';
import { createLog } from './http/log.ts';
import { createReadinessChecks, type ReadinessDeps } from './readiness-checks.ts';
import { buildGames } from './testing/build-accounts.ts';
import { createTemporaryFolder } from './testing/create-temporary-folder.ts';
import { missingRedisReason, startRedis } from './testing/start-redis.ts';
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';

let tested: TestDatabase;
beforeAll(async () => {
  tested = await createTestDatabase();
});
afterAll(() => tested.drop());

const log = createLog({ level: 'silent' });

const findCheck = async (name: string, parts: Partial<ReadinessDeps>) =>
  (await createChecks(parts)).find((each) => each.name === name);

const createChecks = (parts: Partial<ReadinessDeps>) =>
  createReadinessChecks({
    database: tested.database,
    jobs: { isWorking: () => true },
    ownNow: () => new Date(),
    redis: undefined,
    clock: { differenceMs: () => 0, isRight: () => true },
    gameFolders: [],
    dataDir: '.',
    scheduledBackups: true,
    measureDisk: async () => ({ freeBytes: 1, totalBytes: 2 }),
    ...parts,
  });

async function outcomes(parts: Partial<ReadinessDeps> = {}) {
  const checks = await createChecks(parts);
  const all = checks.map(async ({ name, isOptional = false, check }) => {
    const { ok } = await check().catch(() => ({ ok: 'threw' }));
    return [name, { ok, isOptional }] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

test('checks what the node needs, and Redis only if there is one', async () => {
  expect(await outcomes()).toEqual({
    database: { ok: true, isOptional: true },
    migrations: { ok: true, isOptional: false },
    jobs: { ok: true, isOptional: true },
    clock: { ok: true, isOptional: true },
    games: { ok: true, isOptional: true },
    backups: { ok: true, isOptional: true },
    disk: { ok: true, isOptional: true },
  });
  const redis = { eval: async () => null } as Pick<Redis, 'eval'>;
  expect(await outcomes({ redis })).toHaveProperty('redis', { ok: true, isOptional: true });
});

test('notices a Redis that is gone and workers that have stopped', async () => {
  const redis = { eval: () => Promise.reject(new Error('gone')) } as Pick<Redis, 'eval'>;
  expect(await outcomes({ redis, jobs: { isWorking: () => false } })).toMatchObject({
    redis: { ok: false },
    jobs: { ok: false },
  });
});

test('says how many workers run, and asks for them only if there are several', async () => {
  expect(await findCheck('workers', {})).toBeUndefined();
  const find = async (runningWorkers: number) => {
    const readNodeState = async () => ({ runningWorkers, wantedWorkers: 2, areJobsWorking: true });
    const found = await findCheck('workers', { readNodeState });
    expect(found?.isOptional).toBe(true);
    return found?.check();
  };
  expect(await find(2)).toEqual({ ok: true });
  expect(await find(1)).toEqual({ ok: false, detail: '1 of 2 workers run' });
});

test('reports a Redis that answers a ping but is read-only', async ({ skip }) => {
  skip(missingRedisReason !== undefined, missingRedisReason);
  await using real = await startRedis();
  const redis = await connectRedis(real.url, log);
  if (!redis) throw new Error('There is no Redis.');
  try {
    const find = async () => (await findCheck('redis', { redis }))?.check();
    expect(await find()).toEqual({ ok: true });
    await redis.replicaof('127.0.0.1', 1);
    expect(await find()).toEqual({
      ok: false,
      detail: expect.stringMatching(/^requests are not limited: .*READONLY/i),
    });
  } finally {
    redis.disconnect();
  }
});

test('names games whose files are missing on this node, and checks again after a minute', async () => {
  const folder = createTemporaryFolder();
  const { database } = tested;
  await buildGames(database, ['gem-miner', 'sky-courier']);
  await database.kysely
    .insertInto('builds')
    .values(
      ['gem-miner', 'sky-courier'].map((game) => ({
        build_id: randomUUID(),
        game,
        ota_version: '1.0',
        build_number: 3,
        build_type: 'Iframe' as const,
        sha: 'x',
        metadata: '{}',
        url: '/',
      })),
    )
    .execute();
  let now = 0;
  const games = await findCheck('games', { gameFolders: [folder], ownNow: () => new Date(now) });
  const missing = 'files are missing on this node: gem-miner (build 3), sky-courier (build 3)';
  expect(await games?.check()).toEqual({ ok: false, detail: missing });
  for (const game of ['gem-miner', 'sky-courier']) {
    mkdirSync(join(folder, game, 'builds', '3'), { recursive: true });
    writeFileSync(join(folder, game, 'builds', '3', 'index.html'), '');
  }
  expect(await games?.check()).toEqual({ ok: false, detail: missing });
  now = 60_000;
  expect(await games?.check()).toEqual({ ok: true });
});

test('notices that scheduled backups are no longer made', async () => {
  const { kysely } = tested.database;
  await sql`update scheduled_backups set finished_at = now() - interval '49 hours' where kind = 'database'`.execute(
    kysely,
  );
  const backups = await findCheck('backups', {});
  expect(await backups?.check()).toEqual({ ok: false, detail: 'the last backup of the database is 2 days old' });
  expect(await findCheck('backups', { scheduledBackups: false })).toBeUndefined();
  await sql`update scheduled_backups set finished_at = now()`.execute(kysely);
});

test('notices a disk that is full', async () => {
  const disk = await findCheck('disk', { measureDisk: async () => ({ freeBytes: 5e6, totalBytes: 1e12 }) });
  expect(disk).toMatchObject({ isOptional: true });
  expect(await disk?.check()).toEqual({ ok: false, detail: 'only 0.00 GB are free in DATA_DIR' });
});

test('reports how far the clock is off', async () => {
  const clock = { differenceMs: () => -1_200_400, isRight: () => false };
  const checks = await createReadinessChecks({
    database: tested.database,
    jobs: { isWorking: () => true },
    ownNow: () => new Date(),
    redis: undefined,
    clock,
    gameFolders: [],
    dataDir: '.',
    scheduledBackups: false,
  });
  const found = checks.find(({ name }) => name === 'clock');
  expect(await found?.check()).toEqual({ ok: false, detail: '1200.4 s behind the database' });
});

test('notices a database that lacks a migration, and accepts one with a newer one', async () => {
  const { kysely } = tested.database;
  await sql`INSERT INTO migration_checksums VALUES ('9999-of-a-later-program', '')`.execute(kysely);
  expect(await outcomes()).toMatchObject({ migrations: { ok: true } });
  await sql`DELETE FROM migration_checksums WHERE name >= (SELECT max(name) FROM migration_checksums WHERE name < '9999')`.execute(
    kysely,
  );
  expect(await outcomes()).toMatchObject({ database: { ok: true }, migrations: { ok: false } });
});

test('notices a database that is gone', async () => {
  const own = await createTestDatabase();
  await own.drop();
  expect(await outcomes({ database: own.database })).toMatchObject({ database: { ok: false } });
});
