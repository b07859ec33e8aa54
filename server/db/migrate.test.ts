import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { migrate, migrateInTransaction, type MigrationTables } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

const log = pino({ level: 'silent' });

async function setUp(
  files: Record<string, string>,
): Promise<TestDatabase & { folder: string; run: () => Promise<string[]> }> {
  const tested = await createTestDatabase({ empty: true });
  onTestFinished(() => tested.drop());
  const folder = createTemporaryFolder();
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

test('waits for another node longer than an ordinary statement may take', async () => {
  const { run } = await setUp({ '0001-slow.sql': 'SELECT pg_sleep(7);' });
  const runs = await Promise.all([run(), run()]);
  expect(runs.flat()).toEqual(['0001-slow']);
});

test('runs migrations that were added later', async () => {
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

test('treats other line ends as the same migration', async () => {
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

test('accepts a newer database whose migrations are marked compatible', async () => {
  const { run, folder, database } = await setUp(two);
  await run();
  const newer = join(folder, '0003-third.sql');
  writeFileSync(newer, '-- compatible-with-previous: yes\nCREATE TABLE third (n int);');
  await run();
  rmSync(newer);
  expect(await run()).toEqual([]);
  const { rows } = await sql`SELECT to_regclass('third') IS NOT NULL AS kept`.execute(database.kysely);
  expect(rows).toEqual([{ kept: true }]);
  writeFileSync(newer, '-- compatible-with-previous: yes\nCREATE TABLE third (n int);');
  writeFileSync(join(folder, '0004-fourth.sql'), '-- compatible-with-previous: no\nCREATE TABLE fourth (n int);');
  expect(await run()).toEqual(['0004-fourth']);
  rmSync(join(folder, '0004-fourth.sql'));
  await expect(run()).rejects.toThrow('it has the migration 0004-fourth, with which older programs cannot work');
});

test('refuses an unknown value for compatibility or transactions', async () => {
  const { run } = await setUp({ '0001-first.sql': '-- compatible-with-previous: perhaps\nSELECT 1;' });
  await expect(run()).rejects.toThrow('"-- compatible-with-previous: " and no or yes');
});

test('adds the compatibility column to a database of an earlier program', async () => {
  const { run, folder, database } = await setUp(two);
  await run();
  await sql`ALTER TABLE migration_checksums DROP COLUMN compatible`.execute(database.kysely);
  writeFileSync(join(folder, '0003-third.sql'), '-- compatible-with-previous: yes\nSELECT 1;');
  expect(await run()).toEqual(['0003-third']);
});

const concurrent = {
  ...two,
  '0003-index.sql': `-- transaction: none
-- compatible-with-previous: yes
-- Left behind half-made by a failure.
DROP INDEX CONCURRENTLY IF EXISTS first_n;
CREATE INDEX CONCURRENTLY first_n ON first (n);
`,
  '0004-fourth.sql': 'CREATE TABLE fourth (n int);',
};

test('creates an index concurrently between two transactions, from four nodes at once', async () => {
  const { run, database } = await setUp(concurrent);
  const runs = await Promise.all([run(), run(), run(), run()]);
  expect(runs.flat()).toEqual(['0001-first', '0002-second', '0003-index', '0004-fourth']);
  const { rows } = await sql`SELECT indisvalid FROM pg_index WHERE indexrelid = 'first_n'::regclass`.execute(
    database.kysely,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('continues after a concurrent migration that failed halfway', async () => {
  const { run, folder, database } = await setUp({
    ...concurrent,
    '0003-index.sql': '-- transaction: none\nCREATE TABLE kept (n int);\nSELECT nonsense;\n',
  });
  await expect(run()).rejects.toThrow(/0003-index.*nonsense/);
  const { rows } = await sql`SELECT to_regclass('kept') AS kept, to_regclass('fourth') AS fourth`.execute(
    database.kysely,
  );
  expect(rows).toEqual([{ kept: 'kept', fourth: null }]);
  writeFileSync(join(folder, '0003-index.sql'), concurrent['0003-index.sql']);
  expect(await run()).toEqual(['0003-index', '0004-fourth']);
});

test('runs a concurrent migration inside a transaction if the tables are unused', async () => {
  const { folder, database } = await setUp(concurrent);
  const files = await readMigrations(folder);
  const kysely = database.kysely as unknown as Kysely<MigrationTables>;
  const applied = await kysely.transaction().execute((trx) => migrateInTransaction(trx, files, '0003-index'));
  expect(applied).toEqual(['0001-first', '0002-second', '0003-index']);
});

test('refuses file names without a number and numbers used twice', async () => {
  const { run, folder } = await setUp(two);
  writeFileSync(join(folder, 'third.sql'), '');
  await expect(run()).rejects.toThrow('must be named like');
  renameSync(join(folder, 'third.sql'), join(folder, '0002-third.sql'));
  await expect(run()).rejects.toThrow('same number');
});
