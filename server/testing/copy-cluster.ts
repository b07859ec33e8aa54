// Tests that start a PostgreSQL of their own begin with a copy of a cluster that their set-up has made: making one takes long.
// Where nobody has made one (a measure), the first to start on a folder does.
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/** Puts the cluster into a data folder. */
export function copyCluster(dataDir: string): void {
  const prepared = process.env['TEST_CLUSTER'];
  // A root's database belongs to another account, and so must the copy.
  if (prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}

/** Where folders of databases are made: beside the cluster. */
export function findDatabasesFolder(): string {
  const prepared = process.env['TEST_CLUSTER'];
  return prepared === undefined ? tmpdir() : dirname(prepared);
}
