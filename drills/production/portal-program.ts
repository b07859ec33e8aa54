// Runs the portal's nodes and commands for the drill: the release folder on a read-only disk under an unprivileged
// account, or the sources if no release has been built.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addresses } from './internet.ts';
import { buildNodeSettings, portalPorts, type EnvironmentSettings } from './portal-settings.ts';
import type { ProcessGroup, StartedProcess } from './processes.ts';

export interface PortalProgram {
  readonly kind: 'the shipped folder' | 'the sources';
  /** Resolves when the node is ready for traffic. `clock`: the clock's offset, such as `+20m`. */
  startNode(node: 0 | 1, clock?: string): Promise<void>;
  stopNode(node: 0 | 1): Promise<void>;
  /** Runs the same program as `npm run <name> -- <args>`; returns its output. */
  run(name: string, args: readonly string[], input?: string): Promise<string>;
}

export interface PortalOptions {
  readonly programs: ProcessGroup;
  readonly settings: EnvironmentSettings;
  readonly folder: string;
  /** A prefix for every command that switches the user. */
  readonly as: readonly string[];
}

const readyMs = 180_000;

export function createPortalProgram({ programs, settings, folder, as }: PortalOptions): PortalProgram {
  const { kind, command } = findCommand(folder);
  const nodes: [StartedProcess | undefined, StartedProcess | undefined] = [undefined, undefined];
  return {
    kind,
    async startNode(node, clock) {
      // Shifts the wall clock only: timers use the monotonic clock.
      const wrongClock = clock === undefined ? [] : ['env', 'DONT_FAKE_MONOTONIC=1', 'faketime', '-f', clock];
      const env = { ...settings, ...buildNodeSettings(node) };
      const started = programs.start(`node-${node + 1}`, [...as, ...wrongClock, ...command('start')], { env });
      nodes[node] = started;
      for (const port of Object.values(portalPorts))
        await untilReady(`http://${addresses.nodes[node]}:${port}/readyz`, started);
    },
    async stopNode(node) {
      await nodes[node]?.stop();
    },
    async run(name, args, input = '') {
      const started = programs.start(`command-${name}`, [...as, ...command(name), ...args], { env: settings, input });
      let printed = '';
      started.child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const code = await new Promise((resolve) => started.child.once('close', resolve));
      if (code === 0) return printed;
      throw new Error(`npm run ${name} -- ${args.join(' ')} ended with ${String(code)}:\n${started.output()}`);
    },
  };
}

const root = join(import.meta.dirname, '../..');

function findCommand(folder: string): Pick<PortalProgram, 'kind'> & { command: (name: string) => string[] } {
  const built = join(root, 'dist/release');
  if (existsSync(join(built, 'fxid'))) {
    const release = join(folder, 'release');
    mkdirSync(release);
    execFileSync('mount', ['--bind', built, release], { timeout: 10_000 });
    execFileSync('mount', ['-o', 'remount,bind,ro', release], { timeout: 10_000 });
    return { kind: 'the shipped folder', command: (name) => [join(release, 'fxid'), name] };
  }
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const programOf = (name: string): string => {
    const file = name === 'start' ? 'server/main.ts' : scripts[name]?.split(' ').at(-1);
    if (file === undefined) throw new Error(`package.json has no script ${name}.`);
    return join(root, file);
  };
  return { kind: 'the sources', command: (name) => [process.execPath, '--disable-proto=delete', programOf(name)] };
}

async function untilReady(address: string, started: StartedProcess): Promise<void> {
  const end = performance.now() + readyMs;
  while (performance.now() < end && started.child.exitCode === null) {
    const status = await fetch(address, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await wait(50);
  }
  throw new Error(`A node was not ready within ${readyMs} ms:\n${started.output().slice(-2000)}`);
}
