import { Client } from 'pg';
import type { ConnectionOptions } from './connection-options.ts';

interface ConnectOnceOptions {
  applicationName?: string;
  /** The statement timeout; one hour by default, for long work such as loading a backup. */
  statementTimeoutMs?: number;
}

/** Opens one connection outside the pool and its short timeouts, for administration, migration and copying. */
export async function withSingleConnection<Result>(
  connection: ConnectionOptions,
  work: (client: Client) => Promise<Result>,
  { applicationName = 'fxid-admin', statementTimeoutMs = 3_600_000 }: ConnectOnceOptions = {},
): Promise<Result> {
  const client = new Client({
    connectionTimeoutMillis: 2000,
    ...connection,
    application_name: applicationName,
    keepAlive: true,
  });
  // The running statement rejects with the same error; without a listener the process would exit.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SET statement_timeout = ${statementTimeoutMs}`);
    return await work(client);
  } finally {
    await client.end();
  }
}
