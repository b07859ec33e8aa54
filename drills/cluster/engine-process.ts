// One program of the cluster as a process: its output, a kill as if its machine had failed, and a restart.
import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresSystemUser } from '#server/db/find-postgres-system-user.ts';
import { replaceEach } from '../production/proxies.ts';

export interface EngineProcess extends AsyncDisposable {
  readonly name: string;
  start(): void;
  kill(): Promise<void>;
  isRunning(): boolean;
  output(): string;
}

export interface EngineCommand {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** PostgreSQL, Patroni and PgBouncer refuse to run as root. */
  readonly isUnprivileged?: boolean;
  readonly stopSignal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL';
}

const ops = join(import.meta.dirname, '../../ops');
const maxOutput = 200_000;
const stopMs = 15_000;

/** Reads a file of ops/ and replaces addresses, folders and passwords; everything else stays as operators get it. */
export const adaptOpsFile = (name: string, changes: Readonly<Record<string, string>>): string =>
  replaceEach(readFileSync(join(ops, name), 'utf8'), changes);

/** A folder that unprivileged programs can write to. */
export function makeEngineFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  const account = findPostgresSystemUser();
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

export function writeEngineFile(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  const account = findPostgresSystemUser();
  if (account) chownSync(file, account.uid, account.gid);
  return file;
}

// However the drill ends, nothing keeps running.
const endings = new Set<() => void>();
process.once('exit', () => {
  for (const end of endings) end();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts the program; it may not answer yet. */
export function startEngine(command: EngineCommand): EngineProcess {
  const { name, program, args, folder, isUnprivileged = false, stopSignal = 'SIGTERM' } = command;
  let printed = '';
  let child: ChildProcess | undefined;
  let exited: Promise<void> = Promise.resolve();
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const end = (): void => void child?.kill(stopSignal);
  const engine: EngineProcess = {
    name,
    start() {
      const started = spawn(program, args, {
        ...(isUnprivileged && findPostgresSystemUser()),
        cwd: folder,
        env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder, LC_ALL: 'C.UTF-8' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-maxOutput)));
      exited = new Promise((resolve) => {
        started.once('exit', () => resolve());
        started.once('error', (error) => {
          printed += `${String(error)}\n`;
          resolve();
        });
      });
      endings.add(end);
    },
    async kill() {
      endings.delete(end);
      child?.kill('SIGKILL');
      await exited;
    },
    isRunning,
    output: () => printed,
    async [Symbol.asyncDispose]() {
      endings.delete(end);
      if (!isRunning()) return;
      child?.kill(stopSignal);
      const late = setTimeout(() => child?.kill('SIGKILL'), stopMs);
      await exited;
      clearTimeout(late);
    },
  };
  engine.start();
  return engine;
}
