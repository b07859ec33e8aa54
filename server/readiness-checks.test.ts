import { sql } from 'kysely';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReadinessChecks, type CheckedParts } from './readiness-checks.ts';
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';

let tested: TestDatabase;
beforeAll(async () => {
  tested = await createTestDatabase();
});
afterAll(() => tested.drop());

async function outcomes(parts: Partial<CheckedParts> = {}) {
  const checks = await createReadinessChecks({
    database: tested.database,
    jobs: { isWorking: () => true },
    ownNow: () => new Date(),
    redis: undefined,
    clock: { differenceMs: () => 0, isRight: () => true },
    ...parts,
  });
  const all = checks.map(async ({ name, isOptional = false, check }) => {
    const { ok } = await check().catch(() => ({ ok: 'threw' }));
    return [name, { ok, isOptional }] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

test('looks at what the node needs, and at Redis only where there is one', async () => {
  expect(await outcomes()).toEqual({
    database: { ok: true, isOptional: false },
    migrations: { ok: true, isOptional: false },
    jobs: { ok: true, isOptional: true },
    clock: { ok: true, isOptional: true },
  });
  const redis = { ping: async () => 'PONG' } as unknown as Redis;
  expect(await outcomes({ redis })).toHaveProperty('redis', { ok: true, isOptional: true });
});

test('notices a Redis that is gone and workers that have stopped', async () => {
  const redis = { ping: () => Promise.reject(new Error('gone')) } as unknown as Redis;
  expect(await outcomes({ redis, jobs: { isWorking: () => false } })).toMatchObject({
    redis: { ok: 'threw' },
    jobs: { ok: false },
  });
});

test('tells how far the clock is off', async () => {
  const clock = { differenceMs: () => -1_200_400, isRight: () => false };
  const checks = await createReadinessChecks({
    database: tested.database,
    jobs: { isWorking: () => true },
    ownNow: () => new Date(),
    redis: undefined,
    clock,
  });
  const found = checks.find(({ name }) => name === 'clock');
  expect(await found?.check()).toEqual({ ok: false, detail: '1200.4 s behind the database' });
});

test('notices a database that lacks a migration, and takes one that has a newer one', async () => {
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
