import { execFileSync } from 'node:child_process';

/**
 * Puts the cluster that the set-up of the tests has made into a data folder, so that what starts there finds one: making one
 * waits for the disk. Where nobody has made one (a measure, a drill), the first to start on the folder does.
 */
export function copyCluster(dataDir: string): void {
  const prepared = process.env['TEST_CLUSTER'];
  // A root's database belongs to another account, and so must the copy.
  if (prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}
