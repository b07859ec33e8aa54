// Tests with their own PostgreSQL copy a prepared cluster, because creating one takes seconds. Outside a test run (a
// benchmark) the server creates its own.
import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { requestPreparedCluster, servicesVariable } from './test-services.ts';

export async function copyCluster(dataDir: string): Promise<void> {
  const prepared = await requestPreparedCluster();
  if (prepared !== undefined) copyFolder(prepared, dataDir);
}

/** As root the files belong to another account, and so must the copy. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

/** The folder for test databases: in memory if there is room. Drills need a disk. */
export function findDatabasesFolder(): string {
  const memory = '/dev/shm';
  if (process.env['DRILL'] !== undefined || process.env[servicesVariable] === undefined || !existsSync(memory))
    return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2_000_000_000 ? memory : tmpdir();
}
