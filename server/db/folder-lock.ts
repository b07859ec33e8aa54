// Locks a data folder for one process, by numbered files `lock.1.json`, `lock.2.json`, …; the highest number holds the
// lock.
//
// Requirements: exactly one of several starters wins; a lock of a killed process needs no manual removal; a live
// process never loses its lock; a crash at any point leaves a recoverable state.
//
// Steps:
// 1. Find the highest number and classify its owner: released, dead (no such process, or its id belongs to a process with another start time) or live.
// 2. Live: fail.
// 3. Otherwise create the next number by a hard link, which is atomic: only one starter succeeds.
// 4. Look again: if a higher number exists, our view was stale; remove our file and start over.
// 5. Remove the lower numbers. The highest file is never removed, only marked as released, so numbers never decrease and a stale view can't win.
//
// An owner on another machine (shared disk, recreated container) can't be checked. Owners touch their file every few
// seconds; a file that stays untouched while we wait belongs to a dead owner.
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, mkdir, readFile, readdir, realpath, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProcessRunning, readProcessStartTime } from './running-process.ts';

export interface FolderLock {
  release: () => Promise<void>;
}

export class FolderInUseError extends Error {
  readonly pid: number;
  constructor(folder: string, owner: Owner, file: string) {
    super(
      `The data folder ${folder} is in use by process ${owner.pid} on ${owner.host} (since ${owner.since}). ` +
        `Stop that process, or choose another data folder. If it is certain that no such process runs, delete ${file}.`,
    );
    this.name = 'FolderInUseError';
    this.pid = owner.pid;
  }
}

export async function lockFolder(dataDir: string, now: () => Date): Promise<FolderLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const folder = await realpath(dataDir);
  const me: Owner = {
    pid: process.pid,
    startTime: readProcessStartTime(process.pid),
    host: hostname(),
    since: now().toISOString(),
    released: false,
  };
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const highest = await highestNumber(folder);
    if (highest > 0) await refuseIfLive(folder, highest);
    const mine = highest + 1;
    if (!(await createWhole(folder, mine, me))) continue;
    if ((await highestNumber(folder)) !== mine) {
      await rm(lockFile(folder, mine), { force: true });
      continue;
    }
    await removeBelow(folder, mine);
    return hold(folder, mine, me, now);
  }
  throw new Error(`The lock of the data folder ${folder} changed hands ${maxAttempts} times in a row. Start again.`);
}

interface Owner {
  pid: number;
  startTime: string;
  host: string;
  since: string;
  released: boolean;
}

const maxAttempts = 20;
const touchEveryMs = 2000;
const watchForeignMs = 10_000;
const lockFile = (folder: string, number: number): string => join(folder, `lock.${number}.json`);

async function highestNumber(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).map((name) => Number(/^lock\.(\d+)\.json$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

async function refuseIfLive(folder: string, number: number): Promise<void> {
  const file = lockFile(folder, number);
  const owner = await readOwner(file);
  if (owner === undefined || owner.released) return;
  const live = owner.host === hostname() ? isSameProcess(owner) : await isTouched(file);
  if (live) throw new FolderInUseError(folder, owner, file);
}

// A file that disappeared was replaced by a higher number; step 4 detects that.
async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The lock file ${file} cannot be read. If no server uses this folder, delete the file.`, {
      cause: error,
    });
  }
}

const isSameProcess = (owner: Owner): boolean =>
  isProcessRunning(owner.pid) && readProcessStartTime(owner.pid) === owner.startTime;

async function isTouched(file: string): Promise<boolean> {
  const before = modifiedAt(file);
  for (let waitedMs = 0; waitedMs < watchForeignMs; waitedMs += 500) {
    await sleep(500);
    if (modifiedAt(file) !== before) return true;
  }
  return false;
}

const modifiedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function createWhole(folder: string, number: number, owner: Owner): Promise<boolean> {
  const draft = await writeDraft(folder, owner);
  try {
    await link(draft, lockFile(folder, number));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(folder: string, owner: Owner): Promise<string> {
  const draft = join(folder, `.lock-${randomUUID()}`);
  await writeFile(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  return draft;
}

async function removeBelow(folder: string, number: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const other = Number(/^lock\.(\d+)\.json$/.exec(name)?.[1] ?? 0);
    if (other > 0 && other < number) await rm(join(folder, name), { force: true });
  }
}

function hold(folder: string, number: number, owner: Owner, now: () => Date): FolderLock {
  const file = lockFile(folder, number);
  const touching = setInterval(() => {
    // A failed touch is harmless: the next one follows in two seconds.
    utimes(file, now(), now()).catch(() => undefined);
  }, touchEveryMs);
  touching.unref();
  let released: Promise<void> | undefined;
  const release = async (): Promise<void> => {
    clearInterval(touching);
    await rename(await writeDraft(folder, { ...owner, released: true }), file);
  };
  return { release: () => (released ??= release()) };
}
