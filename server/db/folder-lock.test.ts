import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runModule } from '#server/testing/run-module.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { lockFolder } from './folder-lock.ts';

const now = (): Date => new Date();

const holder = (folder: string): string => `
  import { lockFolder } from '#server/db/folder-lock.ts';
  await lockFolder(${JSON.stringify(folder)}, () => new Date());
  console.log('locked');
  setInterval(() => {}, 1000);
`;

const leaveLock = (folder: string, owner: object): void =>
  writeFileSync(
    join(folder, 'lock.7.json'),
    JSON.stringify({ since: 'then', released: false, host: hostname(), ...owner }),
  );

test('refuses a second process and names folder, process and remedy', async () => {
  const folder = createTemporaryFolder();
  const first = runModule(holder(folder));
  await first.nextLine();
  const refusal = lockFolder(folder, now);
  await expect(refusal).rejects.toThrow(folder);
  await expect(refusal).rejects.toThrow(`process ${first.pid}`);
  await expect(refusal).rejects.toThrow('Stop that process');
});

test('refuses a second lock within one process', async () => {
  const folder = createTemporaryFolder();
  await lockFolder(folder, now);
  await expect(lockFolder(folder, now)).rejects.toThrow('in use');
});

test('is free again after release', async () => {
  const folder = createTemporaryFolder();
  await (await lockFolder(folder, now)).release();
  await (await lockFolder(folder, now)).release();
  expect(readdirSync(folder)).toHaveLength(1);
});

test('takes over the lock of a killed process', async () => {
  const folder = createTemporaryFolder();
  const first = runModule(holder(folder));
  await first.nextLine();
  first.child.kill('SIGKILL');
  await first.exited;
  await lockFolder(folder, now);
  expect(readdirSync(folder)).toEqual(['lock.2.json']);
});

test('takes over a lock whose process id now belongs to another process', async () => {
  const folder = createTemporaryFolder();
  leaveLock(folder, { pid: process.pid, startTime: 'another/1' });
  await lockFolder(folder, now);
  expect(JSON.parse(readFileSync(join(folder, 'lock.8.json'), 'utf8'))).toMatchObject({ pid: process.pid });
});

test('takes over a stale lock of another machine', async () => {
  const folder = createTemporaryFolder();
  leaveLock(folder, { pid: process.pid, startTime: 'x', host: 'a-container-that-is-gone' });
  await lockFolder(folder, now);
  expect(readdirSync(folder)).toEqual(['lock.8.json']);
});

test('refuses a lock of another machine that is being touched', async () => {
  const folder = createTemporaryFolder();
  const other = await lockFolder(folder, now);
  const file = join(folder, 'lock.1.json');
  const owner = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...owner, host: 'another-machine' }));
  await expect(lockFolder(folder, now)).rejects.toThrow('another-machine');
  await other.release();
});

test('lets exactly one of many win a stale lock', async () => {
  const folder = createTemporaryFolder();
  leaveLock(folder, { pid: 2 ** 22 + 1, startTime: 'gone' });
  const starters = Array.from({ length: 8 }, () => runModule(holder(folder)));
  const outcomes = await Promise.all(
    starters.map(({ nextLine, exited }) =>
      Promise.race([nextLine(), exited.then(({ stderr }) => stderr)]).catch(String),
    ),
  );
  expect(outcomes.filter((line) => line === 'locked')).toHaveLength(1);
  expect(outcomes.filter((line) => line.includes('in use'))).toHaveLength(7);
});
