import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { copyCluster, findDatabasesFolder } from '#server/testing/copy-cluster.ts';
import { eventually } from '#server/testing/eventually.ts';
import { runModule } from '#server/testing/run-module.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { withSingleConnection } from './with-single-connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { isProcessRunning, waitForProcessExit } from './running-process.ts';

const log = pino({ level: 'silent' });
const isRoot = process.getuid?.() === 0;

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, now: () => new Date() });
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function clusterFolder(): Promise<string> {
  const dataDir = createTemporaryFolder({ parent: findDatabasesFolder() });
  await copyCluster(dataDir);
  return dataDir;
}

const ask = async (connection: ConnectionOptions, text: string): Promise<unknown[]> =>
  withSingleConnection(connection, async (client) => (await client.query({ text, rowMode: 'array' })).rows.flat());

test('keeps rows over a stop and a start, with durable settings and by socket only', async () => {
  const dataDir = createTemporaryFolder();
  const first = await startEmbeddedPostgres({ dataDir, log, now: () => new Date() });
  await ask(first.connection, 'CREATE TABLE kept AS SELECT 42 AS n');
  const firstPid = first.pid() ?? 0;
  await first.stop();
  expect(isProcessRunning(firstPid)).toBe(false);
  const second = await start(dataDir);
  expect(await ask(second.connection, 'SELECT n FROM kept')).toEqual([42]);
  const settings = [
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'data_checksums',
    'listen_addresses',
    'server_encoding',
  ];
  expect(await ask(second.connection, `SELECT ${settings.map((name) => `current_setting('${name}')`).join()}`)).toEqual(
    ['on', 'on', 'on', 'on', '', 'UTF8'],
  );
  expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
  expect(statSync(second.connection.host).mode & 0o777).toBe(0o700);
});

test('refuses a wrong password', async () => {
  const { connection } = await start(await clusterFolder());
  await expect(ask({ ...connection, password: 'wrong' }, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('refuses a second server on the same folder', async () => {
  const dataDir = await clusterFolder();
  const { connection } = await start(dataDir);
  await expect(startEmbeddedPostgres({ dataDir, log, now: () => new Date() })).rejects.toThrow('in use');
  expect(await ask(connection, 'SELECT 1')).toEqual([1]);
});

test('starts the database again after its postmaster is killed, and loses nothing', async () => {
  const postgres = await start(await clusterFolder());
  const database = openDatabase(postgres.connection, { log });
  onTestFinished(() => database.close());
  await ask(postgres.connection, 'CREATE TABLE kept AS SELECT 42 AS n');
  expect(await database.ready()).toBe(true);
  const killed = postgres.pid() ?? 0;
  process.kill(killed, 'SIGKILL');
  await waitForProcessExit(killed, 5000);
  // A connection of before may still answer for a moment; a new one can only be answered by the next postmaster.
  expect(await eventually(() => ask(postgres.connection, 'SELECT n FROM kept'))).toEqual([42]);
  expect(postgres.pid()).not.toBe(killed);
  await eventually(() => database.ready());
});

test('stops the postmaster of a killed server and starts a new one', async () => {
  const dataDir = await clusterFolder();
  const server = runModule(`
    import { pino } from 'pino';
    import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }), now: () => new Date() });
    console.log(postgres.pid());
  `);
  const orphan = Number(await server.nextLine());
  server.child.kill('SIGKILL');
  await server.exited;
  expect(isProcessRunning(orphan)).toBe(true);
  const { connection, pid } = await start(dataDir);
  expect(isProcessRunning(orphan)).toBe(false);
  expect(pid()).not.toBe(orphan);
  expect(await ask(connection, 'SELECT 1')).toEqual([1]);
});

test('leaves a foreign process alone whose id is in postmaster.pid', async () => {
  const dataDir = await clusterFolder();
  const bystander = runModule('console.log(1); setInterval(() => {}, 1000);');
  await bystander.nextLine();
  const clusterDir = join(dataDir, 'postgres');
  writeFileSync(join(clusterDir, 'postmaster.pid'), `${bystander.pid}\n${clusterDir}\n`);
  const { connection } = await start(dataDir);
  expect(await ask(connection, 'SELECT 1')).toEqual([1]);
  expect(isProcessRunning(bystander.pid)).toBe(true);
});

test('stops the database when the program exits with an error', async () => {
  const dataDir = await clusterFolder();
  const server = runModule(`
    import { pino } from 'pino';
    import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }), now: () => new Date() });
    console.log(postgres.pid());
    setTimeout(() => { throw new Error('a fault nobody caught'); }, 100);
  `);
  const pid = Number(await server.nextLine());
  await server.exited;
  expect(await waitForProcessExit(pid, 20_000)).toBe(true);
});

test('starts a new log when the old one is large', async () => {
  const dataDir = await clusterFolder();
  const logFile = join(dataDir, 'postgres.log');
  writeFileSync(logFile, '');
  truncateSync(logFile, 11_000_000);
  await start(dataDir);
  expect(statSync(`${logFile}.1`).size).toBe(11_000_000);
  expect(statSync(logFile).size).toBeLessThan(100_000);
});

test('refuses the files of another PostgreSQL and names the remedy', async () => {
  const dataDir = await clusterFolder();
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dataDir, log, now: () => new Date() })).rejects.toThrow(
    /made by PostgreSQL 17.*restore the backup/,
  );
});

test('works with a data folder whose path is too long for a socket', async () => {
  const dataDir = join(createTemporaryFolder(), 'long-'.repeat(20), 'longer-'.repeat(20));
  const { connection } = await start(dataDir);
  onTestFinished(() => rmSync(connection.host, { recursive: true, force: true }));
  expect(await ask(connection, 'SELECT 1')).toEqual([1]);
});

test.runIf(isRoot)('works as root below a folder that is closed to the database account', async () => {
  const closed = createTemporaryFolder({ closed: true });
  expect(statSync(closed).mode & 0o777).toBe(0o700);
  const dataDir = join(closed, 'data');
  const first = await startEmbeddedPostgres({ dataDir, log, now: () => new Date() });
  const place = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim();
  onTestFinished(() => rmSync(place, { recursive: true }));
  expect(place).toMatch(/^\/var\/lib\/fxid\/[0-9a-f]{16}$/);
  await ask(first.connection, 'CREATE TABLE kept AS SELECT 42 AS n');
  await first.stop();
  const second = await startEmbeddedPostgres({ dataDir, log, now: () => new Date() });
  expect(await ask(second.connection, 'SELECT n FROM kept')).toEqual([42]);
  // A copied data folder must not use the original's database.
  const copy = join(createTemporaryFolder({ closed: true }), 'copy');
  cpSync(dataDir, copy, { recursive: true });
  rmSync(join(copy, 'lock.2.json'));
  await expect(startEmbeddedPostgres({ dataDir: copy, log, now: () => new Date() })).rejects.toThrow(
    'looks like a copy',
  );
  await second.stop();
});
