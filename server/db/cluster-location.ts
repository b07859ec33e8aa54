// The location of the embedded database: normally inside the data folder. If PostgreSQL's account can't reach it (for
// example below /root), it is under a system folder, and `postgres.location` in the data folder contains the path.
import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { ConnectionParts } from './connection-options.ts';
import type { Log } from './log.ts';
import { canSystemUserTraverse, findPostgresSystemUser, type SystemUser } from './find-postgres-system-user.ts';
import { postgresReachableFolder } from './postgres-programs.ts';

export interface ClusterLocation {
  clusterDir: string;
  socketDir: string;
  logFile: string;
  passwordFile: string;
}

export function locateCluster(dataDir: string, log: Log): ClusterLocation {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const account = findPostgresSystemUser();
  const known = findCluster(dataDir);
  const folder = realpathSync(dataDir);
  const parent =
    known ?? (canSystemUserTraverse(folder, account) ? folder : join(postgresReachableFolder, shortHash(folder)));
  if (parent !== folder) useOutsideFolder(folder, parent, account, log);
  const place = placeIn(folder, parent);
  if (process.platform !== 'win32') prepareSocketDir(place.socketDir, account);
  if (!existsSync(place.passwordFile))
    writeFileSync(place.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return place;
}

export function buildEmbeddedConnection(dataDir: string, port?: number): ConnectionParts {
  if (!existsSync(join(dataDir, 'postgres.password'))) {
    throw new Error(
      `There is no database in ${dataDir}. Start the server once, or set DATA_DIR to the folder that has one.`,
    );
  }
  const folder = realpathSync(dataDir);
  const { clusterDir, socketDir, passwordFile } = placeIn(folder, findCluster(dataDir) ?? folder);
  const account = { host: process.platform === 'win32' ? '127.0.0.1' : socketDir, port: port ?? portOf(clusterDir) };
  return { ...account, user: 'fxid', password: readFileSync(passwordFile, 'utf8').trim(), database: 'fxid' };
}

/** Part of the socket's file name; no TCP port is opened. */
export const socketPort = 5432;

// Only Windows uses a TCP port, which a running server has written down (untested).
function portOf(clusterDir: string): number {
  if (process.platform !== 'win32') return socketPort;
  return Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[3]);
}

// A Unix socket path is limited to 107 bytes, including PostgreSQL's file name.
const maxSocketDir = 107 - '/.s.PGSQL.5432.lock'.length;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

function findCluster(dataDir: string): string | undefined {
  const folder = realpathSync(dataDir);
  const pointer = join(folder, 'postgres.location');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  return existsSync(join(folder, 'postgres')) ? folder : undefined;
}

function placeIn(folder: string, parent: string): ClusterLocation {
  const inside = join(parent, 'socket');
  const socketDir = Buffer.byteLength(inside) <= maxSocketDir ? inside : `/tmp/fxid-${shortHash(folder)}`;
  return {
    clusterDir: join(parent, 'postgres'),
    socketDir,
    logFile: join(folder, 'postgres.log'),
    passwordFile: join(folder, 'postgres.password'),
  };
}

// A copied data folder would point at the original's database, so the outside folder names its owner.
function useOutsideFolder(folder: string, parent: string, account: SystemUser | undefined, log: Log): void {
  mkdirSync(dirname(parent), { recursive: true, mode: 0o755 });
  mkdirSync(parent, { recursive: true, mode: 0o711 });
  const ownerFile = join(parent, 'owner');
  const owner = existsSync(ownerFile) ? readFileSync(ownerFile, 'utf8').trim() : folder;
  if (owner !== folder && existsSync(join(owner, 'postgres.location'))) {
    throw new Error(
      `The data folder ${folder} points at the database in ${parent}, which belongs to ${owner}. It looks like a copy: ` +
        `delete ${join(folder, 'postgres.location')} and restore a backup into it.`,
    );
  }
  writeFileSync(ownerFile, `${folder}\n`, { mode: 0o644 });
  writeFileSync(join(folder, 'postgres.location'), `${parent}\n`, { mode: 0o644 });
  if (account !== undefined) chownSync(parent, account.uid, account.gid);
  log.info(
    { dataDir: folder, place: parent },
    'The database is outside the data folder because its user cannot read that folder.',
  );
}

function prepareSocketDir(socketDir: string, account: SystemUser | undefined): void {
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (!existsSync(socketDir)) {
    mkdirSync(socketDir, { mode: 0o700 });
    chownSync(socketDir, owner.uid, owner.gid);
  }
  // In /tmp another user may have created the folder, and could then impersonate the database.
  const stat = lstatSync(socketDir);
  if (!stat.isDirectory() || stat.uid !== owner.uid || (stat.mode & 0o777) !== 0o700) {
    throw new Error(
      `The socket folder ${socketDir} is not a folder of ours with mode 0700. Remove it and start again.`,
    );
  }
}
