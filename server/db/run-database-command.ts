import process from 'node:process';
import { text } from 'node:stream/consumers';
import { readConfig, type Config } from '#server/config.ts';
import { createLog, type Log } from '#server/http/log.ts';
import { createSealer, type Sealer } from '#server/secrets/sealer.ts';
import { buildEmbeddedConnection } from './cluster-location.ts';
import { openCommandConnection } from './command-connection.ts';
import { openDatabase, type Database } from './database.ts';
import { explainUnreachable } from './explain-unreachable.ts';
import { runCommand, type CommandTools } from './run-command.ts';

export interface DatabaseCommandDeps extends CommandTools {
  readonly config: Config;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Log;
}

interface DatabaseCommand<ParsedCommand> {
  readonly read: (given: readonly string[]) => ParsedCommand;
  readonly takesInput?: (asked: ParsedCommand) => boolean;
  readonly work: (asked: ParsedCommand, parts: DatabaseCommandDeps, input: string) => Promise<void>;
}

export async function runDatabaseCommand<ParsedCommand>(command: DatabaseCommand<ParsedCommand>): Promise<void> {
  await runCommand(command.read, async (asked, tools) => {
    const input = command.takesInput?.(asked) === true ? await text(process.stdin) : '';
    await withDatabase(tools, (parts) => command.work(asked, parts, input));
  });
}

export async function withDatabase(
  tools: CommandTools,
  work: (parts: DatabaseCommandDeps) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const { databaseUrl, dataDir, secrets } = config;
  // A wrong DATA_DIR must not create a new database.
  if (databaseUrl === undefined) buildEmbeddedConnection(dataDir, 0);
  const log = createLog({ level: 'warn' });
  const explain = (error: unknown): unknown => (databaseUrl === undefined ? error : explainUnreachable(error));
  const opened = openCommandConnection({ databaseUrl, dataDir, whileRunning: true, log, now: tools.now });
  const { connection, close } = await opened.catch((error: unknown) => {
    throw explain(error);
  });
  const database = openDatabase(connection, { log, poolSize: 2 });
  try {
    await work({ config, database, sealer: createSealer(secrets), log, ...tools });
  } catch (error) {
    throw explain(error);
  } finally {
    await database.close();
    await close();
  }
}
