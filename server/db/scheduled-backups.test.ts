import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { eventually } from '#server/testing/eventually.ts';
import { backUpIfDue, readBackupStates, startScheduledBackups } from './scheduled-backups.ts';

// A database reached by its address, like one in DATABASE_URL.
let testing: TestDatabase;
let folder: string;
let gamesFolder: string;
let now: Date;
beforeAll(async () => {
  testing = await createTestDatabase();
});
afterAll(() => testing.drop());
beforeEach(async () => {
  folder = createTemporaryFolder();
  gamesFolder = createTemporaryFolder();
  now = new Date('2026-01-01T00:00:00Z');
  await sql`update scheduled_backups set finished_at = null, failed_at = null, fault = null, claimed_until = null, node = null,
    place = null, claimed_by = null, created_at = now()`.execute(testing.database.kysely);
});

const log = createLog({ level: 'silent' });
const optionsOf = (nodeName: string) => ({
  database: testing.database,
  folder,
  gamesFolder,
  nodeName,
  log,
  now: () => now,
});
const backUp = (nodeName = 'node-1') => backUpIfDue(optionsOf(nodeName));
const letHoursPass = async (hours: number): Promise<void> => {
  now = new Date(now.getTime() + hours * 3_600_000);
  await sql`update scheduled_backups set finished_at = finished_at - make_interval(hours => ${hours}),
    failed_at = failed_at - make_interval(hours => ${hours}),
    claimed_until = claimed_until - make_interval(hours => ${hours})`.execute(testing.database.kysely);
};
const listDaily = (): string[] => readdirSync(folder).filter((name) => name.startsWith('daily-'));

test('backs up once a day and keeps the newest seven', async () => {
  for (let day = 1; day <= 9; day += 1) {
    expect(await backUp()).toEqual(['database', 'games']);
    await letHoursPass(23);
    expect(await backUp()).toEqual([]);
    await letHoursPass(1);
  }
  const files = listDaily().toSorted();
  expect(files).toHaveLength(7);
  expect(files[0]).toContain('2026-01-03');
  expect(files[6]).toContain('2026-01-09');
});

test('one of several nodes makes the backup, and stays responsible for it', async () => {
  const made = await Promise.all(['node-1', 'node-2', 'node-3'].map((name) => backUp(name)));
  expect(made.flat().toSorted()).toEqual(['database', 'games']);
  expect(listDaily()).toHaveLength(1);
  const [{ node } = { node: null }] = await readBackupStates(testing.database);
  await sql`update scheduled_backups set node = ${node}`.execute(testing.database.kysely);
  const others = ['node-1', 'node-2', 'node-3'].filter((name) => name !== node);
  await letHoursPass(24);
  for (const other of others) expect(await backUp(other)).toEqual([]);
  expect(await backUp(node ?? '')).toEqual(['database', 'games']);
  // Another node takes over once that one is gone.
  await letHoursPass(25);
  expect(await backUp(others[0])).toEqual(['database', 'games']);
});

test('the claim of a crashed node expires', async () => {
  await sql`update scheduled_backups set claimed_by = gen_random_uuid(), claimed_until = now() + interval '9 minutes'`.execute(
    testing.database.kysely,
  );
  expect(await backUp()).toEqual([]);
  await letHoursPass(1);
  expect(await backUp()).toEqual(['database', 'games']);
});

test('a backup that fails is recorded with the reason and tried again after an hour', async () => {
  const blocked = join(folder, 'no-folder');
  writeFileSync(blocked, '');
  const failing = () => backUpIfDue({ ...optionsOf('node-1'), folder: join(blocked, 'below') });
  expect(await failing()).toEqual(['games']);
  const [database] = await readBackupStates(testing.database);
  expect(database).toMatchObject({ kind: 'database', isMade: false, fault: expect.stringContaining('ENOTDIR') });
  expect(await backUp()).toEqual([]);
  await letHoursPass(1);
  expect(await backUp()).toEqual(['database']);
  expect((await readBackupStates(testing.database))[0]).toMatchObject({ isMade: true, fault: null });
});

test('a running node checks a minute after its start, and then every hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const backups = startScheduledBackups(optionsOf('node-1'));
  try {
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    const isMade = async () => (await readBackupStates(testing.database)).every((state) => state.isMade);
    await eventually(isMade);
    expect(listDaily()).toHaveLength(1);
  } finally {
    vi.useRealTimers();
    await backups.stop();
  }
});

test('a node that stops leaves the backup to another', async () => {
  const backups = startScheduledBackups(optionsOf('node-1'));
  await backups.stop();
  const aborted = { ...optionsOf('node-1'), signal: AbortSignal.abort() };
  expect(await backUpIfDue(aborted)).toEqual([]);
  expect(await backUp('node-2')).toEqual(['database', 'games']);
});

test('copies each game file once and deletes unused ones', async () => {
  const write = (path: string, text: string): void => {
    mkdirSync(join(gamesFolder, path, '..'), { recursive: true });
    writeFileSync(join(gamesFolder, path), text);
  };
  write('gem-miner/builds/1/index.html', 'one');
  write('gem-miner/builds/1/engine.wasm', 'engine');
  write('gem-miner/builds/2/engine.wasm', 'engine');
  write('gem-miner/.adding-1/half.wasm', 'half');
  await backUp();
  const objects = (): string[] =>
    readdirSync(join(folder, 'games', 'objects'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  const first = objects();
  expect(first).toHaveLength(2);
  expect(statSync(first[0] ?? '').mode & 0o777).toBe(0o600);
  const inodes = first.map((path) => statSync(path).ino);
  rmSync(join(gamesFolder, 'gem-miner/builds/1'), { recursive: true });
  write('gem-miner/builds/3/index.html', 'three');
  await letHoursPass(24);
  await backUp();
  expect(first.map((path) => statSync(path).ino)).toEqual(inodes);
  expect(objects()).toHaveLength(3);
  // After a week no manifest lists the page of build 1.
  for (const path of objects()) utimesSync(path, 0, 0);
  for (let day = 0; day < 7; day += 1) {
    await letHoursPass(24);
    await backUp();
  }
  expect(objects()).toHaveLength(2);
  expect(readdirSync(join(folder, 'games')).filter((name) => name.endsWith('.json'))).toHaveLength(7);
});
