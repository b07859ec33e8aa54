// Starts a server in a separate process and reads its CPU time.
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '#server/testing/find-free-ports.ts';

export interface MeasuredProcess {
  readonly port: number;
  cpuMs(): number;
  /** CPU time with all workers. */
  familyCpuMs(): number;
  /** CPU time of the main thread, which runs the event loop. */
  mainThreadCpuMs(): number;
  memoryBytes(): number;
  stop(): Promise<void>;
}

// A busy machine needs most of a minute to start a server.
const readyMs = 120_000;
const stopMs = 20_000;
// Linux counts CPU time in hundredths of a second on every architecture that Node supports.
const msPerTick = 10;

export async function startMeasuredProcess(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<MeasuredProcess> {
  const [port, gamesPort] = await findFreePorts();
  return startMeasuredProgram({
    command: process.execPath,
    args: ['--disable-proto=delete', file],
    env: { PORT: String(port), GAMES_PORT: String(gamesPort), ...env },
    port,
    readyPath: '/healthz',
  });
}

export interface MeasuredProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  /** Answered with 200 once the program is ready. */
  readonly readyPath: string;
}

export async function startMeasuredProgram(program: MeasuredProgram): Promise<MeasuredProcess> {
  const { command, args, env, port } = program;
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await waitUntilReady(child, program);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    port,
    cpuMs: () => (child.pid === undefined ? 0 : readCpuMs(child.pid)),
    familyCpuMs: () => (child.pid === undefined ? 0 : readFamilyCpuMs(child.pid)),
    mainThreadCpuMs: () => (child.pid === undefined ? 0 : readCpuMs(child.pid, `task/${child.pid}/`)),
    memoryBytes: () => readMemoryBytes(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const late = sleep(stopMs, 'late', { ref: false });
      if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
    },
  };
}

/** CPU time of a process and its children, including ended ones. For PostgreSQL pass the postmaster's pid. */
export function readFamilyCpuMs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => readStat(child)[1] === String(pid));
  const [, , , , , , , , , , , , , endedUser, endedSystem] = readStat(pid);
  const endedMs = (Number(endedUser) + Number(endedSystem)) * msPerTick;
  return [pid, ...children].reduce((sum, each) => sum + readCpuMs(each), endedMs);
}

/** CPU time that all programs of this machine have used. */
export function readMachineCpuMs(): number {
  const [, user, nice, system, , , interrupts, softInterrupts] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .join('')
    .split(/\s+/)
    .map(Number);
  return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + (interrupts ?? 0) + (softInterrupts ?? 0)) * msPerTick;
}

function readCpuMs(pid: number, part = ''): number {
  const fields = readStat(pid, part);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * msPerTick;
}

function readMemoryBytes(pid: number | undefined): number {
  const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Number(resident) * pageBytes();
}

/** The memory page size: usually 4 kB, but not on every ARM machine. */
const pageBytes = (): number =>
  Number(/KernelPageSize:\s+(\d+)/.exec(readFileSync('/proc/self/smaps', 'utf8'))?.[1] ?? 4) * 1024;

/** The fields of /proc/<pid>/stat from the state on; empty if the process has ended. */
function readStat(pid: number, part = ''): string[] {
  try {
    return readFileSync(`/proc/${pid}/${part}stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}

async function waitUntilReady(child: ChildProcess, { port, readyPath }: MeasuredProgram): Promise<void> {
  const end = Date.now() + readyMs;
  while (Date.now() < end && child.exitCode === null) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${readyPath}`, { signal: AbortSignal.timeout(1000) });
      if (response.ok) return;
    } catch {
      // The server is not listening yet.
    }
    await sleep(50);
  }
  throw new Error(`The server on port ${port} did not become ready.`);
}
