// Starts the drill in its own network namespace and reports its output. Nothing is left behind: the drill is one
// process tree in a PID namespace, which ends with its first process.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNamespaceCommand } from './namespace-command.ts';

/**
 * `short`: without a browser and without slow steps. `filled`: with a portal filled from a content folder, from a
 * search result to a purchase.
 */
export type DrillScope = 'whole' | 'short' | 'filled';

export interface DrillOptions {
  readonly form: DrillScope;
  readonly redisServer: string | undefined;
  readonly say: (line: string) => void;
}

export type DrillResult =
  | { readonly outcome: 'passed' | 'failed' }
  | { readonly outcome: 'impossible'; readonly reason: string };

export async function startProductionDrill({ form, redisServer = '', say }: DrillOptions): Promise<DrillResult> {
  const wayIn = findNamespaceCommand();
  if (wayIn.way === 'none') return { outcome: 'impossible', reason: wayIn.reason };
  const folder = mkdtempSync(join(tmpdir(), 'fxid-production-'));
  // As root the database runs under another account, which needs access.
  chmodSync(folder, 0o711);
  const [program = '', ...args] = wayIn.command;
  const main = [process.execPath, '--disable-proto=delete', join(import.meta.dirname, 'main.ts')];
  const child = spawn(program, [...args, ...main, folder, redisServer, form], {
    env: {
      ...process.env,
      PATH: `${process.env['PATH']}:/usr/sbin:/sbin`,
      DRILL_USER: wayIn.way === 'root' ? 'root' : 'mapped',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (): void => void child.kill('SIGKILL');
  const signals = ['SIGINT', 'SIGTERM'] as const;
  process.once('exit', end);
  for (const signal of signals) process.once(signal, end);
  const code = await new Promise<number | null>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => say(text.trimEnd()));
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.off('exit', end);
  for (const signal of signals) process.off(signal, end);
  if (code !== 0) {
    say(`What every program wrote is in ${folder}.`);
    return { outcome: 'failed' };
  }
  rmSync(folder, { recursive: true, force: true });
  return { outcome: 'passed' };
}
