// Creates the database cluster at the first start. It is renamed to its final name when complete, so an interrupted
// start leaves no partial cluster.
import { spawn } from 'node:child_process';
import { chown, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ClusterLocation } from './cluster-location.ts';
import type { Log } from './log.ts';
import type { SystemUser } from './find-postgres-system-user.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

export async function createCluster(
  place: ClusterLocation,
  programs: PostgresPrograms,
  account: SystemUser | undefined,
  log: Log,
): Promise<void> {
  const { clusterDir } = place;
  if (existsSync(join(clusterDir, 'PG_VERSION'))) return refuseOtherMajor(clusterDir, programs.major);
  const parent = dirname(clusterDir);
  await removeDrafts(parent);
  const draft = join(parent, `${draftPrefix}${performance.timeOrigin}`);
  await mkdir(draft, { mode: 0o700 });
  const passwordCopy = join(draft, 'password');
  await writeFile(passwordCopy, await readFile(place.passwordFile, 'utf8'), { mode: 0o600 });
  if (account !== undefined) {
    await chown(draft, account.uid, account.gid);
    await chown(passwordCopy, account.uid, account.gid);
  }
  const newCluster = join(draft, 'postgres');
  await runInitdb(programs, account, [
    `--pgdata=${newCluster}`,
    '--username=fxid',
    '--encoding=UTF8',
    // PostgreSQL's built-in collation: the same sort order on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--auth=scram-sha-256',
    // Iterations protect weak passwords. This one is 24 random bytes, and iterations would only slow down connecting.
    '--set=scram_iterations=1',
    `--pwfile=${passwordCopy}`,
    '--no-instructions',
  ]);
  await rename(newCluster, clusterDir);
  await rm(draft, { recursive: true });
  log.info({ place: clusterDir }, 'A new database was created.');
}

async function refuseOtherMajor(clusterDir: string, major: string): Promise<void> {
  const found = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  if (found === major) return;
  throw new Error(
    `The database in ${clusterDir} was made by PostgreSQL ${found}, and this program brings PostgreSQL ${major}. ` +
      `Back it up with the program that made it ("npm run backup"), then restore the backup into a new DATA_DIR.`,
  );
}

const draftPrefix = '.new-postgres-';

async function removeDrafts(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (basename(name).startsWith(draftPrefix)) await rm(join(parent, name), { recursive: true });
  }
}

async function runInitdb(programs: PostgresPrograms, account: SystemUser | undefined, args: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(programs.initdb, args, {
    ...(programs.env && { env: programs.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    timeout: 120_000,
    ...account,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise;
  if (code !== 0)
    throw new Error(`Creating the database failed: ${programs.initdb} ended with ${code}.\n${output.slice(-2000)}`);
}
