import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface ProgramResult {
  readonly ok: boolean;
  /** Empty if the program printed to our own output. */
  readonly output: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Prints to our own output instead of collecting. */
  readonly isShown?: boolean;
  readonly timeoutMs?: number;
}

export const projectRoot = join(import.meta.dirname, '..', '..');

export function runPackage(
  name: string,
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<ProgramResult> {
  const folder = join(projectRoot, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const path = (typeof bin === 'string' ? bin : bin[program]) ?? program;
  return runProgram(process.execPath, [join(folder, path), ...args], options);
}

export async function runProgram(
  command: string,
  args: readonly string[],
  { env = {}, isShown = false, timeoutMs }: RunOptions = {},
): Promise<ProgramResult> {
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: isShown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += stripVTControlCharacters(chunk)));
  const result = await new Promise<ProgramResult>((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: `${command} did not start: ${String(error)}` }));
    child.once('close', (code, signal) =>
      resolve({ ok: code === 0, output: signal === null ? output : `${output}\n${command} was ended by ${signal}.` }),
    );
  });
  return result;
}
