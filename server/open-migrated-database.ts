import type { Config } from './config.ts';
import { buildEmbeddedConnection } from './db/cluster-location.ts';
import type { ConnectionOptions } from './db/connection-options.ts';
import { openDatabase, type Database } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { explainUnreachable } from './db/explain-unreachable.ts';
import type { Log } from './db/log.ts';
import { migrate } from './db/migrate.ts';
import type { NodeSignals } from './db/node-signals.ts';
import { rejectTransactionPooling } from './db/reject-transaction-pooling.ts';
import { createPrimaryReads, startReplicaReads, type ReplicaReads } from './db/replica-reads.ts';
import { divideConnections } from './db/share-connections.ts';
import type { TraceStatement } from './tracing/trace-statements.ts';
import type { CleanupSteps } from './cleanup.ts';

interface StorageOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'connections'>;
  readonly log: Log;
  readonly ownNow: () => Date;
  readonly step: (text: string) => void;
  readonly traceStatement?: TraceStatement | undefined;
}

/** Opens the bundled or the operator's database and applies all migrations. */
export async function openMigratedDatabase(options: StorageOptions, undo: CleanupSteps): Promise<Database> {
  const { config, log, traceStatement } = options;
  const connection = await openConnection(options, undo);
  const poolSize = divideConnections(config.connections).requests;
  const database = openDatabase(connection, { log, poolSize, traceStatement });
  undo.push(() => database.close());
  await migrateDatabase(database, options);
  return database;
}

/** For the primary process of several workers: it keeps the bundled database running, but no connection. */
export async function migrateNode(options: StorageOptions, undo: CleanupSteps): Promise<void> {
  const database = openDatabase(await openConnection(options, undo), { log: options.log, poolSize: 1 });
  try {
    await migrateDatabase(database, options);
  } finally {
    await database.close();
  }
}

/** For a worker: its primary process has opened and migrated the database. */
export function openWorkerDatabase(
  { config, log, traceStatement }: StorageOptions,
  { workers }: { readonly workers: number },
  undo: CleanupSteps,
): Database {
  const { databaseUrl, dataDir, connections } = config;
  const connection = databaseUrl === undefined ? buildEmbeddedConnection(dataDir) : { connectionString: databaseUrl };
  const poolSize = divideConnections(connections, workers).requests;
  const database = openDatabase(connection, { log, poolSize, traceStatement });
  undo.push(() => database.close());
  return database;
}

/** A replica that is away at the start is used as soon as it responds. */
export async function openReplicaReads(
  {
    config,
    log,
    traceStatement,
  }: Pick<StorageOptions, 'log' | 'traceStatement'> & {
    readonly config: Pick<Config, 'databaseReadUrl'>;
  },
  primary: Database,
  signals: NodeSignals,
  undo: CleanupSteps,
): Promise<ReplicaReads> {
  const { databaseReadUrl: connectionString } = config;
  if (connectionString === undefined) return createPrimaryReads(primary);
  const replica = openDatabase({ connectionString }, { log, poolSize: replicaPoolSize, traceStatement });
  const reads = await startReplicaReads({ primary, replica, signals, nowMs: () => performance.now(), log });
  undo.push(() => reads.close());
  return reads;
}

/** In each worker. */
const replicaPoolSize = 4;

async function openConnection(
  { config, log, step, ownNow }: StorageOptions,
  undo: CleanupSteps,
): Promise<ConnectionOptions> {
  const { databaseUrl, dataDir, connections } = config;
  step(databaseUrl === undefined ? `Database in ${dataDir}` : 'Database at DATABASE_URL');
  if (databaseUrl !== undefined) return { connectionString: databaseUrl };
  const embedded = await startEmbeddedPostgres({ dataDir, log, now: ownNow, connections });
  undo.push(() => embedded.stop());
  return embedded.connection;
}

async function migrateDatabase(database: Database, { config, log, step }: StorageOptions): Promise<void> {
  step('Migrations');
  try {
    if (config.databaseUrl !== undefined) await rejectTransactionPooling(database.connection);
    await migrate(database, { log });
  } catch (error) {
    throw config.databaseUrl === undefined ? error : explainUnreachable(error);
  }
}
