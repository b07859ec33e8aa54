// PostgreSQL refuses to run as root. When the server itself runs as root, its database runs as the unprivileged account
// `nobody`, and then every folder it needs must be reachable for that account.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

export interface Account {
  uid: number;
  gid: number;
}

/** The account for the database, or undefined when it runs as the account we have. */
export function findPostgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  // Images made from nothing have no such line; the kernel's own number for "nobody" serves as well there.
  return uid === undefined || gid === undefined ? { uid: 65_534, gid: 65_534 } : { uid: Number(uid), gid: Number(gid) };
}

/** Whether the account may go through every folder on the way and read (and, for a folder, enter) what is at the end. */
export function isReachable(path: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  const real = realpathSync(path);
  const stat = statSync(real);
  const needed = stat.isDirectory() ? readBit | enterBit : readBit;
  return allows(real, account, needed) && isPassable(dirname(real), account);
}

/** Whether the account may go through this folder and all above it. */
export function isPassable(folder: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  const real = realpathSync(folder);
  if (!allows(real, account, enterBit)) return false;
  const parent = dirname(real);
  return parent === real || isPassable(parent, account);
}

const readBit = 4;
const enterBit = 1;

function allows(path: string, account: Account, needed: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & needed) === needed;
}
