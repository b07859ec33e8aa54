// Rejects a transaction-pooling proxy in front of the database, which may use another connection for every transaction.
// Then signals get lost, prepared statements are missing, and locks and limits affect other sessions. Poolers can't be
// asked for their mode, so it is tested: while one session is in a transaction, another must keep its own connection.
import { Client } from 'pg';
import type { ConnectionOptions } from './connection-options.ts';

export interface PoolerSession {
  query(text: string): Promise<{ rows: { pid?: number }[] }>;
  /** The backend's process id from the connection start; a pooler sends its own. */
  readonly processID?: number | null;
}

export async function rejectTransactionPooling(connection: ConnectionOptions): Promise<void> {
  await withSession(connection, async (one) => {
    if (one.processID === (await pidOf(one))) return;
    await withSession(connection, (other) => checkSessionPooling(one, other));
  });
}

export async function checkSessionPooling(one: PoolerSession, other: PoolerSession): Promise<void> {
  const known = new Map([[one, await pidOf(one)]]);
  for (let round = 0; round < rounds; round += 1) {
    const [holder, asker] = round % 2 === 0 ? [other, one] : [one, other];
    await holder.query('BEGIN');
    try {
      // The holder first: with a single shared connection the other would wait for it.
      for (const session of [holder, asker]) {
        const pid = await pidOf(session);
        const isTaken = [...known].some(([each, taken]) => each !== session && taken === pid);
        if (isTaken || (known.get(session) ?? pid) !== pid) throw new Error(refusal);
        known.set(session, pid);
      }
    } finally {
      await holder.query('ROLLBACK');
    }
  }
}

// Other users of the pooler may hide the effect in one round.
const rounds = 10;

const refusal =
  'The pooler at DATABASE_URL gives transactions of one session different connections (pool_mode = transaction). The server ' +
  'needs sessions of its own, for signals, prepared statements and locks: set pool_mode = session for its database, or ' +
  'point DATABASE_URL at PostgreSQL itself.';

async function pidOf(session: PoolerSession): Promise<number> {
  const { rows } = await session.query('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

async function withSession(
  connection: ConnectionOptions,
  work: (session: PoolerSession) => Promise<void>,
): Promise<void> {
  const client = new Client({
    connectionTimeoutMillis: 5000,
    ...connection,
    application_name: 'fxid',
    // A pooler without a free connection makes clients wait for minutes.
    query_timeout: 5000,
  });
  // The running statement rejects with the same error; without a listener the process would exit.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}
