// The portal as the drill runs it: its nodes and its commands.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addresses } from './internet.ts';
import { nodeSettings, ports, type Settings } from './portal-settings.ts';
import type { Programs, Started } from './processes.ts';

export interface Portal {
  /** Resolves when the node takes traffic. `before` stands in front of its command. */
  startNode(node: 0 | 1, options?: { readonly before?: readonly string[]; readonly env?: Settings }): Promise<void>;
  stopNode(node: 0 | 1): Promise<void>;
  /** What `npm run <name> -- <args>` does; gives what it prints. */
  run(name: string, args: readonly string[], input?: string): Promise<string>;
}

const root = join(import.meta.dirname, '../..');
const readyMs = 30_000;

export interface PortalOptions {
  readonly programs: Programs;
  readonly settings: Settings;
  /** Stands in front of every command: who it runs as. */
  readonly as: readonly string[];
}

export function createPortal({ programs, settings, as }: PortalOptions): Portal {
  const nodes: [Started | undefined, Started | undefined] = [undefined, undefined];
  // As scripts/run.mjs does it.
  const cached = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') };
  const node26 = [process.execPath, '--disable-proto=delete'];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return {
    async startNode(node, { before = [], env = {} } = {}) {
      const command = [...before, ...as, ...node26, join(root, 'server/main.ts')];
      const started = programs.start(`node-${node + 1}`, command, {
        env: { ...cached, ...settings, ...nodeSettings(node), ...env },
      });
      nodes[node] = started;
      await untilReady(`http://${addresses.nodes[node]}:${ports.portal}/readyz`, started);
    },
    async stopNode(node) {
      await nodes[node]?.stop();
    },
    async run(name, args, input = '') {
      const file = scripts[name]?.split(' ').at(-1);
      if (file === undefined) throw new Error(`package.json has no script ${name}.`);
      const started = programs.start(`command-${name}`, [...as, ...node26, join(root, file), ...args], {
        env: { ...cached, ...settings },
        input,
      });
      let printed = '';
      started.child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const code = await new Promise((resolve) => started.child.once('close', resolve));
      if (code !== 0)
        throw new Error(`npm run ${name} -- ${args.join(' ')} ended with ${String(code)}:\n${started.output()}`);
      return printed;
    },
  };
}

async function untilReady(address: string, started: Started): Promise<void> {
  const end = performance.now() + readyMs;
  while (performance.now() < end && started.child.exitCode === null) {
    const status = await fetch(address, { signal: AbortSignal.timeout(2000) }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await wait(50);
  }
  throw new Error(`A node was not ready within ${readyMs} ms:\n${started.output().slice(-2000)}`);
}
