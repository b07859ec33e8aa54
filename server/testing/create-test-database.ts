import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { withDatabaseName, type ConnectionOptions } from '#server/db/connection-options.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { requestTestPostgres } from './test-services.ts';

export interface TestDatabase extends AsyncDisposable {
  connection: ConnectionOptions;
  database: Database;
  drop: () => Promise<void>;
}

/**
 * Creates a database for a test file: a clone of the migrated template, or empty. Timeouts are longer, for busy
 * machines.
 */
export async function createTestDatabase({
  empty = false,
  poolSize = 5,
  timeoutFactor = 5,
} = {}): Promise<TestDatabase> {
  const { connection: server, template: migrated } = await requestTestPostgres();
  const name = `fxid_test_${randomBytes(6).toString('hex')}`;
  const template = empty ? 'template0' : migrated;
  const administer = (statement: string) => withSingleConnection(server, (client) => client.query(statement));
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const connection = withDatabaseName(server, name);
  const database = openDatabase(connection, { log: pino({ level: 'error' }), poolSize, timeoutFactor });
  const drop = async (): Promise<void> => {
    await database.close();
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { connection, database, drop, [Symbol.asyncDispose]: drop };
}
