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
  /** The process that was started last. */
  process(): ServerProcess;
  /** Starts a server on the folder after the last one has ended. */
  start(): Promise<ServerProcess>;
  /** The process id of the embedded PostgreSQL from its pid file; undefined if it does not run. */
  postmasterPid(): number | undefined;
  /** Session tokens of the demo players by name. */
  tokens(): Readonly<Record<string, string>>;
}

/** Starts a server on a new folder; it may not be ready yet. */
export async function startKillableServer(settings: ServerEnvironment = {}): Promise<KillableServer> {
  const dataDir = mkdtempSync(join(findDatabasesFolder(), 'fxid-fault-'));
  // As root the database runs as another account, which needs access.
  chmodSync(dataDir, 0o711);
  if (settings['DATABASE_URL'] === undefined && settings['DATA_DIR'] === undefined) await copyCluster(dataDir);
  let current = await startServerProcess(dataDir, settings);
  return {
    dataDir,
    process: () => current,
    start: async () => (current = await startServerProcess(dataDir, settings)),
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

/** Ends a process with SIGTERM, or with SIGKILL if it does not react. */
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

/** The cluster's folder: in the data folder, or where the server put it because its account could not reach that. */
function clusterFolder(dataDir: string): string {
  const pointer = join(dataDir, 'postgres.location');
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir;
}
