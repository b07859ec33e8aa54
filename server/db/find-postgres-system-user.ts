// PostgreSQL refuses to run as root. If the server runs as root, its database runs as `nobody`, which must be able to
// reach every folder that it needs.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

export interface SystemUser {
  uid: number;
  gid: number;
}

/** The database's account. Undefined: the current one. */
export function findPostgresSystemUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  // Minimal container images have no such line; the kernel's number for "nobody" works there.
  return uid === undefined || gid === undefined ? { uid: 65_534, gid: 65_534 } : { uid: Number(uid), gid: Number(gid) };
}

export function canSystemUserRead(path: string, account: SystemUser | undefined): boolean {
  if (account === undefined) return true;
  const real = realpathSync(path);
  const stat = statSync(real);
  const needed = stat.isDirectory() ? readBit | enterBit : readBit;
  return allows(real, account, needed) && canSystemUserTraverse(dirname(real), account);
}

export function canSystemUserTraverse(folder: string, account: SystemUser | undefined): boolean {
  if (account === undefined) return true;
  const real = realpathSync(folder);
  if (!allows(real, account, enterBit)) return false;
  const parent = dirname(real);
  return parent === real || canSystemUserTraverse(parent, account);
}

const readBit = 4;
const enterBit = 1;

function allows(path: string, account: SystemUser, needed: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & needed) === needed;
}
