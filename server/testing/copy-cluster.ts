// Tests that start a PostgreSQL of their own begin with a copy of a prepared cluster: creating one takes seconds. Outside of a
// test run (a measurement) there is none, and the server creates its own.
import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { preparedCluster, servicesVariable } from './test-services.ts';

/** Puts the prepared cluster into a data folder. */
export async function copyCluster(dataDir: string): Promise<void> {
  const prepared = await preparedCluster();
  if (prepared !== undefined) copyFolder(prepared, dataDir);
}

/** A root's database belongs to another account, and so must the copy. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

/** Where tests put data folders: in memory if there is room, since databases come and go by the hundred. Drills need a disk. */
export function databasesFolder(): string {
  const memory = '/dev/shm';
  if (process.env['DRILL'] !== undefined || process.env[servicesVariable] === undefined || !existsSync(memory))
    return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2_000_000_000 ? memory : tmpdir();
}
