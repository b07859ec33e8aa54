// Two nodes behind a load balancer. Their settings change one node at a time while players continue.
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '#server/testing/eventually.ts';
import { startServerProcess, type ServerProcess, type ServerEnvironment } from '#server/testing/server-process.ts';

export interface TwoNodes extends AsyncDisposable {
  /** Calls a node as a load balancer would; the node is not stopped before the call has finished. */
  through<Result>(work: (address: string) => Promise<Result>): Promise<Result>;
  /** Changes the settings of one node after the other, while the other one keeps serving. */
  change(settings: ServerEnvironment): Promise<void>;
  output(): string;
}

interface Node {
  readonly dataDir: string;
  process: ServerProcess;
  isIn: boolean;
  calls: number;
}

export async function startTwoNodes(settings: ServerEnvironment): Promise<TwoNodes> {
  const earlier: string[] = [];
  const start = async (): Promise<Node> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fxid-secrets-'));
    chmodSync(dataDir, 0o711);
    const node = { dataDir, process: await startServerProcess(dataDir, settings), isIn: true, calls: 0 };
    await node.process.untilReady();
    return node;
  };
  const nodes = [await start(), await start()];
  let turn = 0;
  const stop = async (node: Node): Promise<void> => {
    node.process.signal('SIGTERM');
    await node.process.exited;
    earlier.push(node.process.output());
  };
  return {
    through: async (work) => {
      const ready = nodes.filter(({ isIn }) => isIn);
      const node = ready[(turn += 1) % ready.length];
      if (!node) throw new Error('No node is in.');
      node.calls += 1;
      try {
        return await work(node.process.address);
      } finally {
        node.calls -= 1;
      }
    },
    change: async (next) => {
      for (const node of nodes) {
        node.isIn = false;
        await eventually(() => node.calls === 0);
        await stop(node);
        node.process = await startServerProcess(node.dataDir, next);
        await node.process.untilReady();
        node.isIn = true;
      }
    },
    output: () => [...earlier, ...nodes.map(({ process }) => process.output())].join('\n'),
    [Symbol.asyncDispose]: async () => {
      for (const node of nodes) {
        await stop(node);
        rmSync(node.dataDir, { recursive: true, force: true });
      }
    },
  };
}
