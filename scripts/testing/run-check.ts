// Runs one tool of `npm test` to its end, in bounded time, and keeps what it prints.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface ToolRun {
  readonly ok: boolean;
  readonly output: string;
}

interface ToolOptions {
  readonly limitMs: number;
  readonly env?: Record<string, string | undefined>;
  readonly onTick?: (elapsedMs: number) => void;
}

const TICK_MS = 1_000;
const PATIENCE_MS = 5_000;

export const root = join(import.meta.dirname, '..', '..');

/** Runs the program of an installed package with this Node. */
export function runPackage(
  name: string,
  program: string,
  args: readonly string[],
  options: ToolOptions,
): Promise<ToolRun> {
  return runProgram(process.execPath, [programPath(name, program), ...args], options);
}

export async function runProgram(command: string, args: readonly string[], options: ToolOptions): Promise<ToolRun> {
  const startedMs = Date.now();
  // A group of its own, so that the browsers and databases a tool has started end with it.
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const keep = (chunk: string) => {
    // Some tools colour what they print whatever they are told; in a file or a log that is noise.
    output += process.stdout.isTTY ? chunk : stripVTControlCharacters(chunk);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);

  let stopReason: string | undefined;
  const stop = (reason: string) => {
    stopReason ??= reason;
    signalGroup(child.pid, 'SIGTERM');
    setTimeout(() => signalGroup(child.pid, 'SIGKILL'), PATIENCE_MS).unref();
  };
  const limit = setTimeout(() => stop(`took longer than ${options.limitMs / 60_000} minutes`), options.limitMs);
  const ticking = setInterval(() => options.onTick?.(Date.now() - startedMs), TICK_MS);
  const onSignal = () => stop('was interrupted');
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return stopReason === undefined
      ? { ok: code === 0, output }
      : { ok: false, output: `${output}\n${command} ${stopReason}.` };
  } catch (error) {
    return { ok: false, output: `${command} could not be started: ${String(error)}` };
  } finally {
    clearTimeout(limit);
    clearInterval(ticking);
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    signalGroup(child.pid, 'SIGKILL');
  }
}

function programPath(name: string, program: string): string {
  const folder = join(root, 'node_modules', name);
  if (!existsSync(folder)) throw new Error(`The package ${name} is not installed. Run npm ci and try again.`);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const path = typeof bin === 'string' ? bin : bin[program];
  if (path === undefined)
    throw new Error(`The package ${name} has no program ${program}. Is its version the one of the lock file?`);
  return join(folder, path);
}

function signalGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: the whole group has ended already, which is what was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
