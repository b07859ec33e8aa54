import type { Config } from './config.ts';
import { openDatabase, type Database } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { explainUnreachable } from './db/explain-unreachable.ts';
import type { Log } from './db/log.ts';
import { migrate } from './db/migrate.ts';
import { rejectTransactionPooling } from './db/reject-transaction-pooling.ts';
import { divideConnections } from './db/share-connections.ts';
import type { CleanupSteps } from './cleanup.ts';

interface StorageOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'connections'>;
  readonly log: Log;
  readonly ownNow: () => Date;
  readonly step: (text: string) => void;
}

/** Opens the bundled or the operator's database and applies all migrations. */
export async function openMigratedDatabase(
  { config, log, step, ownNow }: StorageOptions,
  undo: CleanupSteps,
): Promise<Database> {
  step(config.databaseUrl === undefined ? `Database in ${config.dataDir}` : 'Database at DATABASE_URL');
  let connection;
  if (config.databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log, now: ownNow });
    undo.push(() => embedded.stop());
    connection = embedded.connection;
  } else {
    connection = { connectionString: config.databaseUrl };
  }
  const database = openDatabase(connection, { log, poolSize: divideConnections(config.connections).requests });
  undo.push(() => database.close());
  step('Migrations');
  try {
    if (config.databaseUrl !== undefined) await rejectTransactionPooling(connection);
    await migrate(database, { log });
  } catch (error) {
    throw config.databaseUrl === undefined ? error : explainUnreachable(error);
  }
  return database;
}
