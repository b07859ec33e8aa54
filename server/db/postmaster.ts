// The postmaster process: starting, stopping, and finding one that a killed server left behind.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { readMachineSize, type MachineSize } from '#server/machine-size.ts';
import { socketPort, type ClusterLocation } from './cluster-location.ts';
import type { Log } from './log.ts';
import type { SystemUser } from './find-postgres-system-user.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import { readProcessCommandLine, isProcessRunning, waitForProcessExit } from './running-process.ts';

export interface Postmaster {
  pid: number | undefined;
  exited: Promise<void>;
  signal(name: 'SIGINT' | 'SIGQUIT'): void;
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  place: ClusterLocation;
  programs: PostgresPrograms;
  account: SystemUser | undefined;
  port: number;
  settings: Record<string, string>;
}

export function spawnPostmaster({ place, programs, account, port, settings }: PostmasterOptions): Postmaster {
  const all = { ...defaultSettings, ...sizeToMemory(), ...reachedBy(place), port: String(port), ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFd = openLog(place.logFile);
  const child = spawn(programs.postgres, ['-D', place.clusterDir, ...args], {
    ...(programs.env && { env: programs.env }),
    cwd: '/',
    stdio: ['ignore', logFd, logFd],
    // A separate process group: Ctrl-C in a terminal must only reach the server, which stops the database last.
    detached: process.platform !== 'win32',
    ...account,
  });
  closeSync(logFd);
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  // A program that can't be started counts as ended; the caller sees that it never becomes ready.
  child.once('error', () => resolve());
  const signal = (name: 'SIGINT' | 'SIGQUIT'): void => void child.kill(name);
  return { pid: child.pid, exited, signal, stop: () => endWithin(child.pid, exited, signal) };
}

/** Stops a postmaster of this cluster whose server is gone. The caller holds the folder's lock. */
export async function stopOrphan(clusterDir: string, log: Log): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pidLine, dataDirLine] = readFileSync(pidFile, 'utf8').split('\n');
  const pid = Number(pidLine);
  if (!Number.isSafeInteger(pid) || pid <= 1 || dataDirLine !== clusterDir || !isProcessRunning(pid)) return;
  // The process id may have been reused: only a command line with our folder is our postmaster.
  const command = readProcessCommandLine(pid);
  if (!command.includes('postgres') || !command.includes(clusterDir)) return;
  log.warn({ pid, place: clusterDir }, 'Stopping a PostgreSQL that an earlier server left running.');
  for (const [name, timeoutMs] of endings) {
    process.kill(pid, name);
    if (await waitForProcessExit(pid, timeoutMs)) return;
  }
  throw new Error(
    `PostgreSQL process ${pid} on ${clusterDir} was left behind and does not end. End it with "kill -9 ${pid}".`,
  );
}

/** The number in the socket's name; on Windows a free TCP port (untested). */
export async function choosePort(): Promise<number> {
  if (process.platform !== 'win32') return socketPort;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const probe = createServer().once('error', reject).listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

export function readLogTail(logFile: string): string {
  return existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-2000) : '(no log)';
}

// SIGINT ends sessions and writes a checkpoint; SIGQUIT exits at once and leaves recovery to the next start.
const endings = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5000],
] as const;

const largestLogBytes = 10_000_000;

// Durability settings keep their defaults: on.
const defaultSettings = {
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %a ',
  cluster_name: 'fxid',
};

/**
 * PostgreSQL's cache is an eighth of the memory, because the server and its workers need some too: 128 MB on a small
 * machine, at most 2 GB. PostgreSQL takes it only as its data grows.
 */
export function sizeToMemory({ memoryBytes }: Pick<MachineSize, 'memoryBytes'> = readMachineSize()) {
  const megabytes = Math.min(2048, Math.max(128, Math.floor(memoryBytes / 8 / 1024 ** 2)));
  return { shared_buffers: `${megabytes}MB`, max_wal_size: `${Math.max(512, megabytes)}MB` };
}

function reachedBy(place: ClusterLocation): Record<string, string> {
  if (process.platform === 'win32') return { listen_addresses: '127.0.0.1' };
  return { listen_addresses: '', unix_socket_directories: place.socketDir, unix_socket_permissions: '0700' };
}

function openLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLogBytes) renameSync(logFile, `${logFile}.1`);
  return openSync(logFile, 'a', 0o600);
}

async function endWithin(
  pid: number | undefined,
  exited: Promise<void>,
  signal: (name: 'SIGINT' | 'SIGQUIT') => void,
): Promise<void> {
  for (const [name, timeoutMs] of endings) {
    signal(name);
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), timeoutMs);
    const outcome = await Promise.race([exited, late]);
    clearTimeout(timer);
    if (outcome !== 'late') return;
  }
  throw new Error(`PostgreSQL process ${pid} does not end. End it with "kill -9 ${pid}".`);
}
