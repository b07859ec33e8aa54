// The programs that a drill has started: each writes its own log file, and all end with the drill.
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface StartedProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  output(): string;
  stop(): Promise<void>;
}

export interface ProcessGroup {
  start(name: string, command: readonly string[], options?: StartOptions): StartedProcess;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

const stopMs = 12_000;

export function createProcessGroup(folder: string): ProcessGroup {
  const start: ProcessGroup['start'] = (name, [command = '', ...args], { env = {}, input } = {}) => {
    const file = join(folder, `${name}.log`);
    const log = createWriteStream(file, { flags: 'a' });
    const child = spawn(command, args, {
      env: { ...inherited(), ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'ipc'],
    });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    child.stdin?.end(input);
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.once('error', (error) => log.write(`${String(error)}\n`));
    const started: StartedProcess = {
      child,
      pid: child.pid ?? 0,
      output: () => readFileSync(file, 'utf8'),
      async stop() {
        child.kill('SIGTERM');
        await Promise.race([ended, wait(stopMs, undefined, { ref: false })]);
        child.kill('SIGKILL');
      },
    };
    return started;
  };
  return { start };
}

export const nodeCommand = (file: string): string[] => [
  process.execPath,
  '--disable-proto=delete',
  join(import.meta.dirname, file),
];

/** Resolves to the first IPC message, sent when the program is ready; rejects with its output if it ends first. */
export function waitForFirstMessage(name: string, started: StartedProcess, limitMs = 90_000): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${name} ${why}:\n${started.output().slice(-2000)}`));
    const timer = setTimeout(() => fail(`was not ready within ${limitMs} ms`), limitMs);
    started.child.once('message', (message) => {
      clearTimeout(timer);
      resolve(message);
    });
    started.child.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
