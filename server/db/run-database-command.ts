// A command that works on the database of the portal, also while the server runs.
import process from 'node:process';
import { readConfig, type Config } from '#server/config.ts';
import { createLog, type Log } from '#server/http/log.ts';
import { createSealer, type Sealer } from '#server/secrets/sealer.ts';
import { embeddedConnection } from './cluster-place.ts';
import { openCommandConnection } from './command-connection.ts';
import { openDatabase, type Database } from './database.ts';
import { runCommand } from './run-command.ts';

export interface CommandParts {
  readonly config: Config;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly report: (text: string) => void;
}

export async function runDatabaseCommand(work: (parts: CommandParts) => Promise<void>): Promise<void> {
  await runCommand(async (report) => {
    const config = readConfig(process.env);
    const { databaseUrl, dataDir, secrets } = config;
    // A wrong DATA_DIR must not end in a new, empty database.
    if (databaseUrl === undefined) embeddedConnection(dataDir, 0);
    const log = createLog({ level: 'warn' });
    const { connection, close } = await openCommandConnection({ databaseUrl, dataDir, whileRunning: true, log });
    const database = openDatabase(connection, { log, poolSize: 2 });
    try {
      await work({ config, database, sealer: createSealer(secrets), log, report });
    } finally {
      await database.close();
      await close();
    }
  });
}
