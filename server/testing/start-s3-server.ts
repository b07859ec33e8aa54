// Runs s3rver, an S3 server.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { findS3Server } from '#scripts/testing/programs.ts';

export interface S3Server extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const program = findS3Server();
  if (program === undefined) throw new Error('s3rver is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'fxid-s3-'));
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let running: ChildProcess | undefined;
  const end = (): void => void running?.kill();
  process.once('exit', end);
  const server: S3Server = {
    env: {
      GAMES_STORE: 's3://builds/portal',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    start: async () => {
      const options = ['--directory', folder, '--port', String(port), '--address', '127.0.0.1'];
      running = spawn(process.execPath, [program, ...options, '--configure-bucket', 'builds'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      // It prints its address once it listens.
      if (running.stdout) await once(running.stdout, 'data');
    },
    stop: async () => {
      if (!running) return;
      const ended = once(running, 'exit');
      running.kill();
      await ended;
      running = undefined;
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      process.removeListener('exit', end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
