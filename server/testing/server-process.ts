// A complete server in its own process, which a test or benchmark may kill: the lab with demo players, or the given
// program. It gets only the given environment.
import { spawn, type ChildProcess } from 'node:child_process';
import { eventually } from './eventually.ts';
import { findFreePorts } from './find-free-ports.ts';
import { findLabProgram } from './find-lab-program.ts';

export interface ServerProcess {
  readonly pid: number;
  readonly address: string;
  readonly gamesAddress: string;
  readonly output: () => string;
  readonly exited: Promise<ProcessExit>;
  readonly isRunning: () => boolean;
  readonly signal: (name: 'SIGTERM' | 'SIGKILL') => void;
  readonly isReady: () => Promise<boolean>;
  readonly untilReady: () => Promise<void>;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export type ServerEnvironment = Readonly<Record<string, string>>;

/** Generous: only a server that hangs reaches it. */
export const serverTimeoutMs = 90_000;
const maxStartMs = 180_000;

export async function startServerProcess(
  dataDir: string,
  settings: ServerEnvironment = {},
  program = findLabProgram(),
): Promise<ServerProcess> {
  const [port, gamesPort] = await findFreePorts();
  const own = { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port), GAMES_PORT: String(gamesPort) };
  const child = spawn(process.execPath, ['--disable-proto=delete', program], {
    env: { ...inherited(), ...own, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return wrapServerProcess(child, `http://127.0.0.1:${port}`, `http://127.0.0.1:${gamesPort}`);
}

function inherited(): ServerEnvironment {
  const names = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

export function wrapServerProcess(child: ChildProcess, address: string, gamesAddress: string): ServerProcess {
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const { promise: exited, resolve, reject } = Promise.withResolvers<ProcessExit>();
  // "close" follows "exit" when all output has been read.
  child.once('close', (code, signal) => resolve({ code, signal }));
  child.once('error', reject);
  // However the test run ends, the server is signalled and stops its database.
  const tell = (): void => void child.kill('SIGTERM');
  process.once('exit', tell);
  child.once('exit', () => process.removeListener('exit', tell));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const isReady = async (): Promise<boolean> => {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(serverTimeoutMs) });
    const { checks } = (await response.json()) as { checks: Readonly<Record<string, string>> };
    // Without its database the server is ready but degraded.
    return response.status === 200 && checks['database'] === 'ok';
  };
  return {
    pid: child.pid ?? 0,
    address,
    gamesAddress,
    output: () => printed,
    exited,
    isRunning,
    signal: (name) => void child.kill(name),
    isReady,
    untilReady: async () => {
      const outcome = await eventually(async () => (isRunning() ? (await isReady()) && 'ready' : 'ended'), maxStartMs);
      if (outcome === 'ended') throw new Error(`The server ended before it was ready. It printed:\n${printed}`);
    },
  };
}
