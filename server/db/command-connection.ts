import { setTimeout as sleep } from 'node:timers/promises';
import { buildEmbeddedConnection } from './cluster-location.ts';
import { withSingleConnection } from './with-single-connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { FolderInUseError } from './folder-lock.ts';
import type { Log } from './log.ts';
import { rejectTransactionPooling } from './reject-transaction-pooling.ts';

export interface CommandConnection {
  connection: ConnectionOptions;
  close: () => Promise<void>;
}

export interface CommandConnectionOptions {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Whether the command may use the database of a running server; otherwise it is rejected. */
  whileRunning: boolean;
  log: Log;
  now: () => Date;
}

/** The database for a command: DATABASE_URL, the embedded one of a running server, or one started now. */
export async function openCommandConnection(options: CommandConnectionOptions): Promise<CommandConnection> {
  const { databaseUrl, dataDir, whileRunning, log, now } = options;
  if (databaseUrl !== undefined) {
    const connection = { connectionString: databaseUrl };
    await rejectTransactionPooling(connection);
    return { connection, close: async () => undefined };
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log, now });
    return { connection: postgres.connection, close: () => postgres.stop() };
  } catch (error) {
    if (!(error instanceof FolderInUseError) || !whileRunning) throw error;
    const connection = buildEmbeddedConnection(dataDir);
    await waitUntilReachable(connection);
    return { connection, close: async () => undefined };
  }
}

// The server that holds the folder may still be starting.
async function waitUntilReachable(connection: ConnectionOptions): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await withSingleConnection(connection, (client) => client.query('SELECT 1'));
      return;
    } catch (error) {
      if (tries >= 20)
        throw new Error('The database of the running server cannot be reached. Is it just stopping? Try again.', {
          cause: error,
        });
      await sleep(500);
    }
  }
}
