// A production node that keeps its ports over restarts, and whose workers can be killed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '#server/testing/eventually.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { startServerProcess, type ServerEnvironment, type ServerProcess } from '#server/testing/server-process.ts';

export interface DrilledNode extends AsyncDisposable {
  /** Host and port, as Prometheus names it. */
  readonly target: string;
  /** Kills worker 2 and its replacements, mostly before they serve; worker 1 keeps serving. */
  killWorkers(times: number): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const timeoutMs = 180_000;

export async function startDrilledNode(settings: ServerEnvironment): Promise<DrilledNode> {
  const [port, gamesPort] = await findFreePorts();
  const dataDir = mkdtempSync(join(tmpdir(), 'fxid-node-'));
  const own = { ...settings, PORT: String(port), GAMES_PORT: String(gamesPort) };
  let running: ServerProcess | undefined;
  const areWorkersRunning = async (): Promise<boolean> => {
    if (running?.isRunning() === false) throw new Error(`The node ended. It printed:\n${running.output()}`);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { checks } = (await response.json()) as { checks: Readonly<Record<string, string>> };
    return checks['workers'] === 'ok';
  };
  const node: DrilledNode = {
    target: `127.0.0.1:${port}`,
    killWorkers: async (times) => {
      if (!running) throw new Error('The node does not run.');
      const first = findFirstWorker(running.output());
      let killed: number | undefined;
      for (let kill = 0; kill < times; kill += 1) {
        const { pid } = running;
        killed = await eventually(() => listWorkers(pid).find((each) => each !== first && each !== killed));
        process.kill(killed, 'SIGKILL');
      }
      await eventually(areWorkersRunning, timeoutMs);
    },
    start: async () => {
      running = await startServerProcess(dataDir, own, join(import.meta.dirname, '../../server/main.ts'));
      await eventually(areWorkersRunning, timeoutMs);
    },
    stop: async () => {
      if (running?.isRunning() === true) running.signal('SIGTERM');
      await running?.exited;
    },
    [Symbol.asyncDispose]: async () => {
      await node.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await node.start();
  } catch (error) {
    await node[Symbol.asyncDispose]();
    throw error;
  }
  return node;
}

/** The processes of all workers, also of those that do not serve yet. */
function listWorkers(primary: number): number[] {
  const children = readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** From the log of the primary process. */
function findFirstWorker(output: string): number | undefined {
  const lines = output.split('\n').filter((line) => line.startsWith('{') && line.includes('"A worker is ready."'));
  const ready = lines.map((line) => JSON.parse(line) as { readonly worker: number; readonly pid: number });
  return ready.findLast(({ worker }) => worker === 1)?.pid;
}
