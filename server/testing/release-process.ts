// A server from a built release in its own process, started by its command as in production, with only the given
// environment.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findFreePorts } from './find-free-ports.ts';
import { productionSettings } from './production-settings.ts';
import { wrapServerProcess, type ServerProcess, type ServerEnvironment } from './server-process.ts';

export interface ReleaseOptions {
  readonly folder: string;
  readonly settings: ServerEnvironment;
  readonly uid?: number;
  readonly ports?: readonly [number, number];
}

export async function startRelease({ folder, settings, uid, ports }: ReleaseOptions): Promise<ServerProcess> {
  const [port, gamesPort] = ports ?? (await findFreePorts());
  const own = { HOST: '127.0.0.1', PORT: String(port), GAMES_PORT: String(gamesPort), PATH: '/usr/bin:/bin' };
  const child = spawn(join(folder, 'fxid'), [], {
    cwd: '/',
    env: { ...productionSettings, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  return wrapServerProcess(child, `http://127.0.0.1:${port}`, `http://127.0.0.1:${gamesPort}`);
}
