// One set-up at a time per folder.
//
// Requirements: two starters never both believe to hold the lock; a holder that was killed does not block the next one,
// but a tool that it leaves running does, until it ends; a wait has an end.
//
// Steps: the lock is a file `lock.<generation>`. Whoever owns the highest generation holds the lock until the file says
// "released" or its process is gone. Then others may try to create the next generation, which the file system lets only
// one of them do. Creating is a hard link to a finished file, so that nobody ever reads half a lock. The highest file is
// deleted by nobody but the creator of a higher one; generations therefore only grow, and a starter that was slow notices
// after creating that it is not the highest.
import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { SetupFailure } from './setup-failure.mjs';

const WAIT_LIMIT_MS = 20 * 60_000;
const POLL_MS = 200;
const BEAT_MS = 2_000;
const SILENCE_LIMIT_MS = 60_000;

/**
 * Runs the action while holding the lock of the folder.
 * @template T
 * @param {string} folder
 * @param {(alsoHeldBy: (pid: number) => void) => Promise<T>} action names the tools it starts, so that the lock outlives it with them
 * @param {(holder: { pid: number }) => void} onWait
 * @returns {Promise<T>}
 */
export async function withLock(folder, action, onWait) {
  mkdirSync(folder, { recursive: true });
  const deadline = Date.now() + WAIT_LIMIT_MS;
  let file = tryToLock(folder);
  while (typeof file !== 'string') {
    if (Date.now() > deadline) {
      throw new SetupFailure({
        what: `Another set-up (process ${file.pid} on ${file.host}) has held ${folder} for ${WAIT_LIMIT_MS / 60_000} minutes.`,
        remedy: 'End that process, then start again.',
      });
    }
    onWait(file);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    file = tryToLock(folder);
  }
  const held = file;
  const beat = setInterval(() => utimesSync(held, new Date(), new Date()), BEAT_MS);
  try {
    return await action((pid) =>
      writeWhole(folder, { ...identify(process.pid), tool: identify(pid) }, (draft) => renameSync(draft, held)),
    );
  } finally {
    clearInterval(beat);
    writeWhole(folder, { released: true }, (draft) => renameSync(draft, held));
  }
}

/** @returns {string | { pid: number, host: string }} the lock file when it was taken, else who holds it */
function tryToLock(folder) {
  const highest = highestGeneration(folder);
  const holder = highest > 0 && liveHolder(join(folder, `lock.${highest}`));
  if (holder) return holder;

  const file = join(folder, `lock.${highest + 1}`);
  try {
    writeWhole(folder, identify(process.pid), (draft) => {
      linkSync(draft, file);
      rmSync(draft);
    });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return liveHolder(file) ?? tryToLock(folder);
  }
  const now = highestGeneration(folder);
  if (now !== highest + 1) {
    rmSync(file, { force: true });
    return tryToLock(folder);
  }
  for (const generation of generations(folder))
    if (generation < now) rmSync(join(folder, `lock.${generation}`), { force: true });
  return file;
}

function liveHolder(file) {
  let holder;
  let silentMs;
  try {
    holder = JSON.parse(readFileSync(file, 'utf8'));
    silentMs = Date.now() - statSync(file).mtimeMs;
  } catch (error) {
    // The creator of a higher generation has just removed it.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
  if (holder.released) return undefined;
  // A process of another machine or container cannot be looked up: its heartbeat must do.
  if (holder.host !== hostname()) return silentMs < SILENCE_LIMIT_MS ? holder : undefined;
  return [holder, holder.tool].find((owner) => owner && isAlive(owner.pid) && startOf(owner.pid) === owner.started);
}

const identify = (pid) => ({ pid, started: startOf(pid), host: hostname() });

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// A process id alone may have been given to somebody else since; together with the start time it is unique.
function startOf(pid) {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
    if (process.platform === 'win32') return 'unknown';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 }).trim();
  } catch (error) {
    // Gone between the two looks: no start time equals this one.
    return `gone: ${error.code}`;
  }
}

const generations = (folder) =>
  readdirSync(folder).flatMap((name) => (/^lock\.\d+$/.test(name) ? [Number(name.slice(5))] : []));
const highestGeneration = (folder) => Math.max(0, ...generations(folder));

function writeWhole(folder, content, publish) {
  const draft = join(folder, `draft.${process.pid}`);
  writeFileSync(draft, JSON.stringify(content));
  try {
    publish(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}
