// A data folder and a server on it that can be killed and restarted, with its embedded database. Everything is removed
// at the end, whatever its state.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { stopOrphan } from '#server/db/postmaster.ts';
import { copyCluster, findDatabasesFolder } from './copy-cluster.ts';
import { serverTimeoutMs, startServerProcess, type ServerProcess, type ServerEnvironment } from './server-process.ts';

export interface KillableServer extends AsyncDisposable {
  readonly dataDir: string;
  process(): ServerProcess;
  start(): Promise<ServerProcess>;
  postmasterPid(): number | undefined;
  tokens(): Readonly<Record<string, string>>;
}

/** Starts a server on a new folder; it may not be ready yet. */
export async function startKillableServer(
  settings: ServerEnvironment = {},
  /** The lab unless given. */
  program?: string,
): Promise<KillableServer> {
  const dataDir = mkdtempSync(join(findDatabasesFolder(), 'fxid-fault-'));
  // As root the database runs as another account, which needs access.
  chmodSync(dataDir, 0o711);
  if (settings['DATABASE_URL'] === undefined && settings['DATA_DIR'] === undefined) await copyCluster(dataDir);
  let current = await startServerProcess(dataDir, settings, program);
  return {
    dataDir,
    process: () => current,
    start: async () => (current = await startServerProcess(dataDir, settings, program)),
    postmasterPid: () => {
      const file = join(clusterFolder(dataDir), 'postgres/postmaster.pid');
      // If the file disappears between the checks, the result is not a number, which means none.
      const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
      return pid > 1 ? pid : undefined;
    },
    tokens: () =>
      JSON.parse(readFileSync(join(dataDir, 'demo-players.json'), 'utf8')) as Readonly<Record<string, string>>,
    [Symbol.asyncDispose]: () => remove(current, dataDir),
  };
}

async function endProcess(server: ServerProcess): Promise<void> {
  if (server.isRunning()) server.signal('SIGTERM');
  const late = sleep(serverTimeoutMs, 'late' as const, { ref: false });
  if ((await Promise.race([server.exited, late])) === 'late') server.signal('SIGKILL');
  await server.exited;
}

async function remove(server: ServerProcess, dataDir: string): Promise<void> {
  await endProcess(server);
  const folder = clusterFolder(dataDir);
  await stopOrphan(join(folder, 'postgres'), pino({ level: 'silent' }));
  for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
}

function clusterFolder(dataDir: string): string {
  const pointer = join(dataDir, 'postgres.location');
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir;
}
