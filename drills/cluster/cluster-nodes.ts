// Three nodes of a built release with production settings, and the operator's commands of the same release.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { startRelease } from '#server/testing/release-process.ts';
import type { ServerEnvironment, ServerProcess } from '#server/testing/server-process.ts';
import type { NodePorts } from './balancers.ts';

export interface ClusterNodes extends AsyncDisposable {
  readonly ports: readonly NodePorts[];
  /** Resolves when the node is ready. */
  start(node: number, release: string): Promise<void>;
  /** Ends the node as an operator does; it finishes its requests. */
  stop(node: number): Promise<void>;
  kill(node: number): Promise<void>;
  /** Runs an operator's command; returns its output. */
  run(name: string, args: readonly string[], input?: string): Promise<string>;
  output(): string;
}

export async function createClusterNodes(
  parent: string,
  {
    count,
    release,
    settings,
  }: { readonly count: number; readonly release: string; readonly settings: ServerEnvironment },
): Promise<ClusterNodes> {
  const ports: NodePorts[] = [];
  for (let node = 0; node < count; node += 1) {
    const [port, gamesPort] = await findFreePorts();
    ports.push({ port, gamesPort });
  }
  const earlier: string[] = [];
  const running: (ServerProcess | undefined)[] = [];
  const end = async (node: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const server = running[node];
    running[node] = undefined;
    if (!server) return;
    server.signal(signal);
    const { code } = await server.exited;
    earlier.push(server.output());
    if (signal === 'SIGTERM' && code !== 0)
      throw new Error(`Node ${node + 1} ended with ${code}. It printed:\n${server.output().slice(-3000)}`);
  };
  return {
    ports,
    async start(node, folder) {
      const dataDir = join(parent, `node-${node + 1}`);
      mkdirSync(dataDir, { recursive: true });
      const { port = 0, gamesPort = 0 } = ports[node] ?? {};
      const own = { ...settings, DATA_DIR: dataDir, NODE_NAME: `node-${node + 1}` };
      const server = await startRelease({ folder, settings: own, ports: [port, gamesPort] });
      running[node] = server;
      await server.untilReady();
    },
    stop: (node) => end(node, 'SIGTERM'),
    kill: (node) => end(node, 'SIGKILL'),
    run: (name, args, input = '') =>
      new Promise((resolve, reject) => {
        const dataDir = join(parent, 'operator');
        mkdirSync(dataDir, { recursive: true });
        const env = { PATH: '/usr/bin:/bin', ...productionSettings, ...settings, DATA_DIR: dataDir };
        const child = execFile(join(release, 'fxid'), [name, ...args], { env, cwd: '/' }, (error, printed, faults) =>
          error ? reject(new Error(`fxid ${name} failed:\n${printed}${faults}`, { cause: error })) : resolve(printed),
        );
        child.stdin?.end(input);
      }),
    output: () => [...earlier, ...running.flatMap((server) => server?.output() ?? [])].join('\n'),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(ports.map((_, node) => end(node, 'SIGKILL')));
    },
  };
}
