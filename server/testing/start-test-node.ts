// A production node in this process: both ports listen, jobs run, and stopping drains.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import { createLog } from '#server/http/log.ts';
import { startServer } from '#server/start-server.ts';
import { findFreePorts } from './find-free-ports.ts';
import { productionSettings } from './production-settings.ts';
import { requestBuiltFolder } from './test-services.ts';

export interface TestNode extends AsyncDisposable {
  readonly port: number;
  readonly gamesPort: number;
  readonly dataDir: string;
  readonly sessions: Sessions;
  readonly logged: string[];
  stop(): Promise<void>;
}

export async function startTestNode(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestNode> {
  const [port, gamesPort] = await findFreePorts();
  const dataDir = mkdtempSync(join(tmpdir(), 'fxid-node-'));
  const config = readConfig({
    ...productionSettings,
    HOST: '127.0.0.1',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '6',
    DRAIN_SECONDS: '0',
    ...settings,
  });
  const logged: string[] = [];
  const log = createLog({ level: 'info', write: (line) => logged.push(line) });
  const server = await startServer({
    config,
    log,
    ownNow: () => new Date(),
    step: () => undefined,
    portalFolder: await requestBuiltFolder('portal'),
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= server.stop().finally(() => rmSync(dataDir, { recursive: true, force: true })));
  return { port, gamesPort, dataDir, sessions: server.sessions, logged, stop, [Symbol.asyncDispose]: stop };
}
