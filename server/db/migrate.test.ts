import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { migrate } from './migrate.ts';

const log = pino({ level: 'silent' });

async function setUp(
  files: Record<string, string>,
): Promise<TestDatabase & { folder: string; run: () => Promise<string[]> }> {
  const tested = await createTestDatabase({ empty: true });
  onTestFinished(() => tested.drop());
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { ...tested, folder, run: () => migrate(tested.database, { folder, log }) };
}

const two = {
  '0001-first.sql': 'CREATE TABLE first (n int); INSERT INTO first VALUES (1);',
  '0002-second.sql': 'SELECT pg_sleep(0.3); UPDATE first SET n = n + 1;',
};

test('runs each migration once, in order, from four nodes at once', async () => {
  const { run, database } = await setUp(two);
  const runs = await Promise.all([run(), run(), run(), run()]);
  expect(runs.flat()).toEqual(['0001-first', '0002-second']);
  const { rows } = await sql`SELECT n FROM first`.execute(database.kysely);
  expect(rows).toEqual([{ n: 2 }]);
});

test('waits for another node longer than an ordinary statement may take', { timeout: 60_000 }, async () => {
  const { run } = await setUp({ '0001-slow.sql': 'SELECT pg_sleep(7);' });
  const runs = await Promise.all([run(), run()]);
  expect(runs.flat()).toEqual(['0001-slow']);
});

test('goes on with migrations that came later', async () => {
  const { run, folder } = await setUp(two);
  await run();
  writeFileSync(join(folder, '0003-third.sql'), 'CREATE TABLE third (n int);');
  expect(await run()).toEqual(['0003-third']);
  expect(await run()).toEqual([]);
});

test('leaves nothing behind and names the file when a migration fails', async () => {
  const { run, database } = await setUp({ ...two, '0003-broken.sql': 'CREATE TABLE half (n int); SELECT nonsense;' });
  await expect(run()).rejects.toThrow(/0003-broken.*nonsense/);
  const { rows } = await sql`SELECT to_regclass('first') AS first, to_regclass('half') AS half`.execute(
    database.kysely,
  );
  expect(rows).toEqual([{ first: null, half: null }]);
});

test('refuses a migration that was changed after it was applied', async () => {
  const { run, folder } = await setUp(two);
  await run();
  writeFileSync(join(folder, '0001-first.sql'), 'CREATE TABLE first (n bigint);');
  await expect(run()).rejects.toThrow('0001-first was changed');
});

test('takes other line ends for the same migration', async () => {
  const { run, folder } = await setUp({ '0001-lines.sql': 'SELECT 1;\nSELECT 2;\n' });
  await run();
  writeFileSync(join(folder, '0001-lines.sql'), 'SELECT 1;\r\nSELECT 2;\r\n');
  expect(await run()).toEqual([]);
});

test('refuses when an applied migration was removed', async () => {
  const { run, folder } = await setUp(two);
  await run();
  rmSync(join(folder, '0001-first.sql'));
  await expect(run()).rejects.toThrow('0001-first was applied to the database but its file is missing');
});

test('refuses a database that is newer than the program', async () => {
  const { run, folder } = await setUp(two);
  await run();
  rmSync(join(folder, '0002-second.sql'));
  await expect(run()).rejects.toThrow('newer than this program: it has the migration 0002-second');
});

test('refuses file names without a number and numbers used twice', async () => {
  const { run, folder } = await setUp(two);
  writeFileSync(join(folder, 'third.sql'), '');
  await expect(run()).rejects.toThrow('must be named like');
  renameSync(join(folder, 'third.sql'), join(folder, '0002-third.sql'));
  await expect(run()).rejects.toThrow('same number');
});
