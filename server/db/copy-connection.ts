// One connection besides the pool, for COPY: the pool's connections are pipelined, which COPY doesn't support. It is
// opened on demand and closed when idle.
import { finished } from 'node:stream/promises';
import { Pool, type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ConnectionOptions } from './connection-options.ts';
import { databaseTimeouts, defaultSessionTimeouts } from './database.ts';
import type { Log } from './log.ts';
import { buildSessionTimeoutsOption } from './session-timeouts.ts';

export interface CopyConnection {
  /** See `copyRows`. If it fails, nothing was written. */
  copy(statements: string, rows: readonly Uint8Array[]): Promise<void>;
  close(): Promise<void>;
}

export function createCopyConnection(connection: ConnectionOptions, log: Log): CopyConnection {
  const pool = new Pool({
    ...databaseTimeouts,
    ...connection,
    max: 1,
    application_name: 'fxid',
    keepAlive: true,
    ...buildSessionTimeoutsOption(defaultSessionTimeouts),
  });
  // Without a listener, a lost connection would end the process; the next statement reports the error.
  const onLost = (error: Error): void => log.warn({ err: error }, 'The connection for COPY was lost.');
  pool.on('error', onLost).on('connect', (client) => client.on('error', onLost));
  return {
    copy: async (statements, rows) => {
      const client = await pool.connect();
      try {
        await copyRows(client, statements, rows);
        client.release();
      } catch (error) {
        // Closing the connection rolls back, whatever state it is in.
        client.release(true);
        throw error;
      }
    },
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * @param statements one `COPY … FROM STDIN`, with statements without results before and after it. They are sent as one
 * message, so that the database waits for nothing but the rows
 */
export async function copyRows(client: ClientBase, statements: string, rows: readonly Uint8Array[]): Promise<void> {
  const stream = client.query(copyFrom(statements));
  const isDone = finished(stream);
  for (const each of rows) stream.write(each);
  stream.end();
  await isDone;
}
