// The bundled database: a real PostgreSQL with durable settings, as a child process.
//
// It locks the folder, stops a postmaster left by a killed server, creates the cluster if needed, and starts and
// monitors the postmaster. If that exits unexpectedly, it is restarted with growing delays, because the old backends
// hold its shared memory for a moment. `stop` ends it and unlocks the folder.
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildEmbeddedConnection, locateCluster, type ClusterLocation } from './cluster-location.ts';
import { withSingleConnection } from './with-single-connection.ts';
import type { ConnectionParts } from './connection-options.ts';
import { createCluster } from './create-cluster.ts';
import { lockFolder } from './folder-lock.ts';
import type { Log } from './log.ts';
import { findPostgresSystemUser } from './find-postgres-system-user.ts';
import { findPostgresPrograms } from './postgres-programs.ts';
import { choosePort, spawnPostmaster, stopOrphan, readLogTail, type Postmaster } from './postmaster.ts';

export interface EmbeddedPostgres {
  connection: ConnectionParts;
  /** The postmaster's process id; undefined during a restart. */
  pid: () => number | undefined;
  stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  now: () => Date;
  /** How many connections the server opens. */
  connections?: number;
  /** Additional PostgreSQL settings. Only for tests, which turn off durability. */
  settings?: Record<string, string>;
}

/** Locks the folder itself until `stop`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = await lockFolder(options.dataDir, options.now);
  try {
    const started = await startLocked(options);
    return {
      ...started,
      stop: async () => {
        await started.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const startTimeoutMs = 60_000;
const maxPauseMs = 2000;

async function startLocked(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, connections = 0 } = options;
  // Commands, backups and an operator need some, too.
  const settings = { max_connections: String(Math.max(100, connections + 20)), ...options.settings };
  const account = findPostgresSystemUser();
  const programs = await findPostgresPrograms(account, log);
  const place = locateCluster(dataDir, log);
  await stopOrphan(place.clusterDir, log);
  await createCluster(place, programs, account, log);
  const port = await choosePort();
  const connection = buildEmbeddedConnection(dataDir, port);

  let current: Postmaster | undefined;
  const stopping = new AbortController();

  const startOnce = async (): Promise<boolean> => {
    const postmaster = spawnPostmaster({ place, programs, account, port, settings });
    current = postmaster;
    const ended = new AbortController();
    void postmaster.exited.then(() => ended.abort());
    try {
      if (await waitUntilReady(connection, ended.signal)) return true;
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
    await postmaster.stop();
    return false;
  };

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await current?.exited;
      current = undefined;
      for (let pauseMs = 50; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
        log.error({ log: place.logFile }, 'PostgreSQL exited unexpectedly and is restarted.');
        try {
          if (await startOnce()) break;
        } catch (error) {
          log.error({ err: error }, 'PostgreSQL started but is not usable; retrying.');
        }
        await sleep(pauseMs);
      }
    }
  };

  await startFirst(startOnce, place);
  const watching = watch();
  // If the process exits without `stop`, the database is at least signalled.
  const onExit = (): void => current?.signal('SIGINT');
  process.once('exit', onExit);

  return {
    connection,
    pid: () => current?.pid,
    stop: async () => {
      stopping.abort();
      process.removeListener('exit', onExit);
      await current?.stop();
      await watching;
      // A restart may have begun just before the stop.
      await current?.stop();
    },
  };
}

async function startFirst(startOnce: () => Promise<boolean>, place: ClusterLocation): Promise<void> {
  const endsAt = performance.now() + startTimeoutMs;
  for (let pauseMs = 50; !(await startOnce()); pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    if (performance.now() > endsAt) {
      throw new Error(
        `PostgreSQL in ${place.clusterDir} did not start. The end of ${place.logFile}:\n${readLogTail(place.logFile)}`,
      );
    }
    await sleep(pauseMs);
  }
}

// Ready means that our account can use our database, which the first start has to create.
async function waitUntilReady(connection: ConnectionParts, ended: AbortSignal): Promise<boolean> {
  const endsAt = performance.now() + startTimeoutMs;
  while (performance.now() < endsAt && !ended.aborted) {
    try {
      await ensureDatabase(connection);
      return true;
    } catch (error) {
      const { code } = error as { code?: string };
      // Not listening yet, starting up or recovering. Other errors, such as a wrong password, are permanent.
      if (!['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', undefined].includes(code)) throw error;
      await sleep(25);
    }
  }
  return false;
}

async function ensureDatabase(connection: ConnectionParts): Promise<void> {
  await withSingleConnection({ ...connection, database: 'postgres' }, async (client) => {
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [connection.database]);
    if (rows.length === 0) await client.query(`CREATE DATABASE ${connection.database}`);
  });
}
