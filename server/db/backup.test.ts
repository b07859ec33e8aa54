import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { defineJob } from '#server/jobs/define-job.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { copyCluster, findDatabasesFolder } from '#server/testing/copy-cluster.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { programEnvironment } from '#server/testing/program-environment.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { writeBackupFile, type BackupPart } from './backup-file.ts';
import { backUpDatabase } from './backup.ts';
import { withSingleConnection } from './with-single-connection.ts';
import { buildConnectionUrl, type ConnectionOptions } from './connection-options.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { restoreDatabase } from './restore.ts';

const log = pino({ level: 'silent' });
const report = (): void => undefined;
// For tables that exist only in these tests; securing a restored database is tested in account-deletion/.
const plainly = { journalFolders: [], secureRestored: async () => undefined, log, report };

// Everything that makes copying hard: references in both directions, generated columns, sequences, a trigger, quoted
// names, every special character.
const first = `
  CREATE TABLE accounts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, boss_id bigint REFERENCES accounts,
    shout text GENERATED ALWAYS AS (upper(name)) STORED, main_order bigint);
  CREATE TABLE "Odd orders" (id bigserial PRIMARY KEY, "select" bigint NOT NULL REFERENCES accounts, data jsonb, raw bytea,
    amount numeric, at timestamptz, tags text[], ratio float8);
  ALTER TABLE accounts ADD CONSTRAINT accounts_main FOREIGN KEY (main_order) REFERENCES "Odd orders";
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'orders are made elsewhere'; END $$;`;
const guard = `CREATE TRIGGER guard BEFORE INSERT ON "Odd orders" FOR EACH ROW EXECUTE FUNCTION refuse();`;
const rows = `
  INSERT INTO accounts (name) VALUES (E'line\\nbreak\\ttab \\\\ back\\\\.slash'), ('\\.'), (NULL), (''), ('\\N'), ('ж 🎮');
  UPDATE accounts SET boss_id = 6 WHERE id = 1;
  INSERT INTO "Odd orders" ("select", data, raw, amount, at, tags, ratio)
    SELECT 1 + n % 6, jsonb_build_object('n', n, 't', repeat('ab"''\\', 20)), decode(md5(n::text), 'hex'), n * 1.10,
      timestamptz '2026-01-01T00:00:00.123456Z' + n * interval '1 hour', ARRAY['a', NULL, 'c,"d"'], random()
    FROM generate_series(1, 5000) n;
  UPDATE accounts SET main_order = 17;`;

interface Place {
  connection: ConnectionOptions;
  migrations: string;
}

async function emptyCluster(): Promise<ConnectionOptions> {
  const tested = await createTestDatabase({ empty: true });
  onTestFinished(() => tested.drop());
  return { connectionString: buildConnectionUrl(tested.connection) };
}

async function clusterFolder(): Promise<string> {
  const dataDir = createTemporaryFolder({ parent: findDatabasesFolder() });
  await copyCluster(dataDir);
  return dataDir;
}

async function emptyEmbedded(): Promise<ConnectionOptions> {
  const postgres = await startEmbeddedPostgres({ dataDir: await clusterFolder(), log, now: () => new Date() });
  onTestFinished(() => postgres.stop());
  return postgres.connection;
}

function migrationsOf(files: Record<string, string>): string {
  const folder = createTemporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const run = (connection: ConnectionOptions, text: string): Promise<unknown> =>
  withSingleConnection(connection, (client) => client.query(text));

async function fill(connection: ConnectionOptions): Promise<Place> {
  const migrations = migrationsOf({ '0001-first.sql': first + guard });
  await migrate({ connection }, { folder: migrations, log });
  await run(
    connection,
    `ALTER TABLE "Odd orders" DISABLE TRIGGER guard; ${rows}; ALTER TABLE "Odd orders" ENABLE TRIGGER guard`,
  );
  return { connection, migrations };
}

/** A fingerprint of all rows and sequence positions. */
async function contents(connection: ConnectionOptions): Promise<unknown> {
  return withSingleConnection(connection, async (client) => {
    const { rows } = await client.query(`SELECT
      (SELECT md5(string_agg(a::text, '|' ORDER BY id)) FROM accounts a) AS accounts,
      (SELECT md5(string_agg(o::text, '|' ORDER BY id)) FROM "Odd orders" o) AS orders,
      (SELECT count(*) FROM "Odd orders") AS count`);
    return rows[0] as unknown;
  });
}

const backupTo = async (connection: ConnectionOptions, name = 'backup.sql.zst'): Promise<string> => {
  const file = join(createTemporaryFolder(), name);
  await backUpDatabase(connection, { file, report });
  return file;
};

const table = (name: string, columns: string, text: string): BackupPart[] => [
  { kind: 'table', name, columns },
  { kind: 'rows', bytes: Buffer.from(text), count: 1 },
  { kind: 'table-end' },
];

test('moves all data from the embedded database to a cluster and back', async () => {
  const embedded = await fill(await emptyEmbedded());
  const before = await contents(embedded.connection);
  const file = await backupTo(embedded.connection);
  const cluster = await emptyCluster();
  await restoreDatabase(cluster, { file, migrations: embedded.migrations, ...plainly });
  expect(await contents(cluster)).toEqual(before);
  const back = await emptyEmbedded();
  await restoreDatabase(back, {
    file: await backupTo(cluster, 'backup.sql.gz'),
    migrations: embedded.migrations,
    ...plainly,
  });
  expect(await contents(back)).toEqual(before);
  await run(back, `INSERT INTO accounts (name) VALUES ('next')`);
  const { rows: next } = await withSingleConnection(back, (client) =>
    client.query(`SELECT id FROM accounts WHERE name = 'next'`),
  );
  expect(next).toEqual([{ id: '7' }]);
  await expect(run(back, `INSERT INTO "Odd orders" ("select") VALUES (1)`)).rejects.toThrow('made elsewhere');
  await expect(run(back, `UPDATE accounts SET main_order = 99999`)).rejects.toThrow('accounts_main');
});

test('is text that only its owner can read, compressed according to its name', async () => {
  const { connection } = await fill(await emptyCluster());
  const zst = await backupTo(connection);
  const gz = await backupTo(connection, 'backup.sql.gz');
  expect(statSync(zst).mode & 0o777).toBe(0o600);
  const start = /^-- fxid backup format 1\n-- migration 0001-first\n-- jobs 0\n-- created \d{4}-.*Z\nCOPY /;
  expect(zstdDecompressSync(readFileSync(zst)).toString()).toMatch(start);
  expect(gunzipSync(readFileSync(gz)).toString()).toMatch(start);
});

test('keeps queued jobs', async () => {
  const tested = await createTestDatabase();
  onTestFinished(() => tested.drop());
  const seen: number[] = [];
  const job = defineJob({
    name: 'kept',
    schema: Type.Object({ n: Type.Integer() }),
    run: async ({ n }) => void seen.push(n),
  });
  const sender = await startJobs(tested.connection, { definitions: [job], log });
  await tested.database.transaction((trx) => sender.send(trx, job, { n: 5 }));
  await sender.stop();
  const file = await backupTo(tested.connection);
  const target = await emptyCluster();
  await restoreDatabase(target, { file, ...plainly });
  const runner = await startJobs(target, { definitions: [job], log });
  onTestFinished(() => runner.stop());
  await runner.work();
  await expect.poll(() => seen).toEqual([5]);
});

test('rejects a damaged file and changes nothing', async () => {
  const { connection, migrations } = await fill(await emptyCluster());
  const file = await backupTo(connection);
  await run(connection, `INSERT INTO accounts (name) VALUES ('after the backup')`);
  const before = await contents(connection);
  const bytes = readFileSync(file);
  const text = zstdDecompressSync(bytes).toString();
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  const damages: Record<string, Buffer> = {
    'cut in the middle': bytes.subarray(0, bytes.length >> 1),
    'cut at the end': bytes.subarray(0, bytes.length - 5),
    empty: Buffer.alloc(0),
    'another format': Buffer.from('hello'),
    'a changed bit': flipped,
    'a missing row': zstdCompressSync(text.replace(/\n17\t[^\n]*\n/, '\n')),
    'a changed value': zstdCompressSync(text.replace('\t5.50\t', '\t6.50\t')),
    'no last line': zstdCompressSync(text.slice(0, text.lastIndexOf('-- end'))),
    'a statement of somebody else': zstdCompressSync(text.replace('\nCOPY', '\nDROP TABLE accounts;\nCOPY')),
    'something after the end': zstdCompressSync(`${text}COPY public.accounts (id) FROM stdin;\n`),
  };
  for (const [damage, content] of Object.entries(damages)) {
    const damaged = join(createTemporaryFolder(), 'damaged.sql.zst');
    writeFileSync(damaged, content);
    await expect(restoreDatabase(connection, { file: damaged, migrations, ...plainly }), damage).rejects.toThrow(
      /damaged or incomplete|not a backup/,
    );
    expect(readdirSync(dirname(damaged))).toEqual(['damaged.sql.zst']);
  }
  expect(await contents(connection)).toEqual(before);
});

test('changes nothing if a row is rejected while loading', async () => {
  const { connection, migrations } = await fill(await emptyCluster());
  const before = await contents(connection);
  const file = join(createTemporaryFolder(), 'wrong.sql.zst');
  await writeBackupFile(
    file,
    (async function* () {
      yield { kind: 'header', header: { migration: '0001-first', jobs: 0, createdAt: 'now' } } satisfies BackupPart;
      yield* table('public.accounts', 'id, name', '1\ta\n');
      yield* table('public."Odd orders"', 'id, "select"', '1\t404\n');
      yield { kind: 'end', rows: 2 } satisfies BackupPart;
    })(),
  );
  await expect(restoreDatabase(connection, { file, migrations, ...plainly })).rejects.toThrow('foreign key');
  expect(await contents(connection)).toEqual(before);
});

test('saves the current rows first', async () => {
  const { connection, migrations } = await fill(await emptyCluster());
  const file = await backupTo(connection);
  await run(connection, `INSERT INTO accounts (name) VALUES ('after the backup')`);
  const later = await contents(connection);
  const { before } = await restoreDatabase(connection, { file, migrations, ...plainly });
  expect(await contents(connection)).not.toEqual(later);
  expect(before).toContain('before-restore-');
  await restoreDatabase(connection, { file: before ?? '', migrations, ...plainly });
  expect(await contents(connection)).toEqual(later);
});

test('migrates a backup of an older version, into any database', async () => {
  const old = await fill(await emptyCluster());
  const file = await backupTo(old.connection);
  const newer = migrationsOf({
    '0001-first.sql': first + guard,
    '0002-second.sql': `ALTER TABLE accounts ADD COLUMN length int; UPDATE accounts SET length = char_length(name);`,
  });
  const check = async (connection: ConnectionOptions): Promise<void> => {
    await restoreDatabase(connection, { file, migrations: newer, ...plainly });
    const { rows } = await withSingleConnection(connection, (client) =>
      client.query('SELECT count(*)::int AS n FROM accounts WHERE length > 0'),
    );
    expect(rows).toEqual([{ n: 4 }]);
  };
  await check(await emptyCluster());
  await check(old.connection);
  await check(old.connection);
});

test('rejects a backup of a newer version', async () => {
  const { connection } = await fill(await emptyCluster());
  const file = await backupTo(connection);
  const older = migrationsOf({ '0000-other.sql': 'SELECT 1' });
  await expect(restoreDatabase(connection, { file, migrations: older, ...plainly })).rejects.toThrow(
    'newer program (it has the migration 0001-first)',
  );
});

test('refuses while a server is connected, unless forced', async () => {
  const { connection, migrations } = await fill(await emptyCluster());
  const file = await backupTo(connection);
  const server = openDatabase(connection, { log });
  onTestFinished(() => server.close());
  await server.ready();
  await expect(restoreDatabase(connection, { file, migrations, ...plainly })).rejects.toThrow('--even-if-in-use');
  await restoreDatabase(connection, { file, migrations, ...plainly, evenIfInUse: true });
});

test('backs up a running server by command, and restores only when it is stopped', async () => {
  const dataDir = createTemporaryFolder({ parent: findDatabasesFolder() });
  const command = (name: string, ...args: string[]): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, `${name}-command.ts`), ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...programEnvironment, DATA_DIR: dataDir },
    });
  await expect(command('backup')).rejects.toThrow('There is no database');
  await copyCluster(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log, now: () => new Date() });
  await migrate({ connection: postgres.connection }, { log });
  await run(
    postgres.connection,
    `INSERT INTO accounts (account_id, name) VALUES (gen_random_uuid(), 'kept'), (gen_random_uuid(), 'erased');
     INSERT INTO sessions (session_id, token_hash, account_id, expires_at)
       SELECT gen_random_uuid(), '\\x01', account_id, now() + interval '1 day' FROM accounts WHERE name = 'kept'`,
  );
  const page = join(dataDir, 'games/gem-miner/builds/1/index.html');
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, 'the game');
  expect((await command('backup')).stdout).toContain('1 game files in');
  const [name = ''] = readdirSync(join(dataDir, 'backups'));
  const elsewhere = join(createTemporaryFolder(), 'copies');
  mkdirSync(elsewhere);
  const file = join(elsewhere, 'copy.sql.zst');
  copyFileSync(join(dataDir, 'backups', name), file);
  cpSync(join(dataDir, 'backups/games'), join(elsewhere, 'games'), { recursive: true });
  rmSync(join(dataDir, 'games'), { recursive: true });
  await run(
    postgres.connection,
    `INSERT INTO erasures (account_hash) SELECT sha256(account_id::text::bytea) FROM accounts WHERE name = 'erased';
     DELETE FROM accounts`,
  );
  await expect(command('restore', file)).rejects.toThrow('in use by process');
  await postgres.stop();
  const { stdout } = await command('restore', file);
  expect(stdout).toContain('rows restored');
  expect(stdout).toContain('1 game files restored');
  expect(readFileSync(page, 'utf8')).toBe('the game');
  rmSync(page);
  expect((await command('restore', '--games')).stdout).toContain('1 game files restored');
  await expect(command('restore', '--games', elsewhere)).rejects.toThrow('There is no backup of game files');
  expect(stdout).toContain('1 sessions ended');
  expect(stdout).toContain('were erased again');
  expect(readdirSync(elsewhere).filter((entry) => entry.startsWith('before-restore-'))).toHaveLength(1);
  const again = await startEmbeddedPostgres({ dataDir, log, now: () => new Date() });
  onTestFinished(() => again.stop());
  const { rows } = await withSingleConnection(again.connection, (client) =>
    client.query('SELECT name, revoked_at IS NOT NULL AS ended FROM accounts JOIN sessions USING (account_id)'),
  );
  expect(rows).toEqual([{ name: 'kept', ended: true }]);
  expect((await command('restore', '--by-other-means')).stdout).toContain('0 sessions ended');
  await expect(command('restore', file, '--by-other-means')).rejects.toThrow('Name one backup');
});
