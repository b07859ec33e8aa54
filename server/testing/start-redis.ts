// A Redis for one test, on a socket in its own folder: no port, no persistence.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findOnPath, describeMissingPrograms } from '#scripts/testing/programs.ts';
import { eventually } from './eventually.ts';

export interface TestRedis extends AsyncDisposable {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export const missingRedisReason = describeMissingPrograms('redis-server');

export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-redis-'));
  const socket = join(folder, 'redis.sock');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  let end = await run(folder, socket).catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    url: `unix://${socket}`,
    kill: () => end(),
    start: async () => {
      end = await run(folder, socket);
    },
    [Symbol.asyncDispose]: async () => {
      await end();
      remove();
    },
  };
}

async function run(folder: string, socket: string): Promise<() => Promise<void>> {
  const program = findOnPath('redis-server') ?? 'redis-server';
  const settings = { port: '0', unixsocket: socket, dir: folder, save: '', appendonly: 'no', daemonize: 'no' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(program, args, { stdio: 'ignore' });
  let fault: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      fault = error;
      resolve();
    });
  });
  const tell = (): void => void child.kill('SIGKILL');
  process.once('exit', tell);
  const end = async (): Promise<void> => {
    process.removeListener('exit', tell);
    child.kill('SIGKILL');
    await exited;
  };
  const outcome = await Promise.race([
    exited.then(() => 'ended' as const),
    eventually(async () => existsSync(socket) && (await answers(socket))).then(() => 'ready' as const),
  ]);
  if (outcome === 'ready') return end;
  throw new Error(`Redis (${program}) did not start.`, { cause: fault });
}

async function answers(socket: string): Promise<boolean> {
  const client = new Redis(socket, { lazyConnect: true, connectTimeout: 2000, retryStrategy: () => null });
  // The failed connect below throws the same error; without a listener it would be printed too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } finally {
    client.disconnect();
  }
}
