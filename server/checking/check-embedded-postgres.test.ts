import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedPostgresRelease } from '#server/db/embedded-postgres-release.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { checkEmbeddedPostgres, evaluateEmbeddedPostgresRelease } from './check-embedded-postgres.ts';

let testing: TestDatabase;
beforeAll(async () => void (testing = await createTestDatabase()));
afterAll(() => testing[Symbol.asyncDispose]());

const { version, releasedOn } = embeddedPostgresRelease;
const daysLater = (days: number): Date => new Date(Date.parse(releasedOn) + days * 86_400_000);

it.each([
  [0, 'ok'],
  [106, 'ok'],
  [107, 'warning'],
  [1000, 'warning'],
])('%d days after the release: %s', (days, verdict) => {
  expect(evaluateEmbeddedPostgresRelease(version, daysLater(days))).toMatchObject({ verdict });
});

it('warns if an older one is still running', () => {
  expect(evaluateEmbeddedPostgresRelease('18.1', daysLater(0))).toMatchObject({
    verdict: 'warning',
    remedy: expect.stringContaining('Restart'),
  });
});

it('has the version that the packages install', () => {
  const file = join(import.meta.dirname, '../../package.json');
  const { optionalDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const versions = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/'));
  expect(versions.length).toBeGreaterThan(0);
  for (const [name, installed] of versions) expect(installed.split('.').slice(0, 2).join('.'), name).toBe(version);
});

it('queries the running database only if it is the embedded one', async () => {
  const now = () => daysLater(1);
  expect(await checkEmbeddedPostgres(testing.database, { databaseUrl: undefined }, now)).toMatchObject([
    { verdict: 'ok', text: `embedded PostgreSQL ${version}, released on ${releasedOn}` },
  ]);
  expect(await checkEmbeddedPostgres(testing.database, { databaseUrl: 'postgres://db/fxid' }, now)).toEqual([]);
});
