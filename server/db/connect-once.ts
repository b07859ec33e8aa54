import { Client } from 'pg';
import type { ConnectionOptions } from './connection-options.ts';

export interface ConnectOnceOptions {
  applicationName?: string;
  /** How long one statement may take; an hour by default, for long work such as loading a backup. */
  statementTimeoutMs?: number;
}

/** One connection for one piece of work outside the pool and its short time-outs: administration, migration, copying. */
export async function connectOnce<Result>(
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
  // The statement that was running is rejected with the same fault; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SET statement_timeout = ${statementTimeoutMs}`);
    return await work(client);
  } finally {
    await client.end();
  }
}
