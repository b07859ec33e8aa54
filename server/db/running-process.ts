// Reads information about a process by its id. Ids are reused, so the start time distinguishes processes, and the
// command line identifies the program.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Whether the process exists and is not a zombie. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return statFields(pid)?.[0] !== 'Z';
}

/** A text that differs between two processes with the same id; empty if unknown. */
export function readProcessStartTime(pid: number): string {
  const ticks = statFields(pid)?.[19];
  // Ticks count from the machine's boot, so the boot id is part of the text.
  if (ticks !== undefined) return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  return askPs(pid, 'lstart');
}

export function readProcessCommandLine(pid: number): string {
  if (process.platform !== 'linux') return askPs(pid, 'command');
  return readProc(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? '';
}

export async function waitForProcessExit(pid: number, timeoutMs: number): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs;
  while (isProcessRunning(pid)) {
    if (performance.now() > endsAt) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

// The fields after the name, which is in brackets and may contain spaces: state is the first, start time the twentieth.
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
  // Windows has no ps (untested): there a live process with the right id counts as the right process.
  if (process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8', timeout: 5000 }).trim();
  } catch (error) {
    // ps exits with 1 if the process does not exist; other errors are thrown.
    if ((error as { status?: number }).status === 1) return '';
    throw error;
  }
}
