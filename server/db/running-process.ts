// What can be learnt of a process from its id. An id alone proves nothing, because the system uses ids again: the start
// time tells two processes with one id apart, and the command line tells what a process is.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Whether the process exists and is more than a zombie that nobody has collected yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another account.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return statFields(pid)?.[0] !== 'Z';
}

/** A text that differs between two processes that had the same id; empty where the system does not tell. */
export function readStartTime(pid: number): string {
  const ticks = statFields(pid)?.[19];
  // Ticks count from the start of the machine, so the start they count from belongs to the answer.
  if (ticks !== undefined) return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  return askPs(pid, 'lstart');
}

export function readCommandLine(pid: number): string {
  if (process.platform !== 'linux') return askPs(pid, 'command');
  return readProc(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? '';
}

/** Waits until the process is gone; false when it is still there after the time. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs;
  while (isRunning(pid)) {
    if (performance.now() > endsAt) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

// The fields after the name, which is in brackets and may hold spaces: state is the first, start time the twentieth.
function statFields(pid: number): string[] | undefined {
  const stat = process.platform === 'linux' ? readProc(`/proc/${pid}/stat`) : undefined;
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

function askPs(pid: number, column: 'lstart' | 'command'): string {
  // Windows has no ps and was not tried: there a live process with the right id counts as the right process.
  if (process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8', timeout: 5000 }).trim();
  } catch (error) {
    // ps ends with 1 when there is no such process; anything else is a fault worth seeing.
    if ((error as { status?: number }).status === 1) return '';
    throw error;
  }
}
