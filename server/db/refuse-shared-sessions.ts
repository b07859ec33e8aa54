// A pooler in front of the database may give every transaction another of its connections. Then signals do not arrive, prepared
// statements are missing, and locks and limits are those of somebody else: the server would start and fail half of its calls.
// It cannot be asked how it pools, so it is tried: while one session is in a transaction, another must find its own connection.
import { Client } from 'pg';
import type { ConnectionOptions } from './connection-options.ts';

/** A connection of a client, as far as this needs it. */
export interface TriedSession {
  query(text: string): Promise<{ rows: { pid?: number }[] }>;
  /** The number of the database's process as it was told when the session began; a pooler tells one of its own. */
  readonly processID?: number | null;
}

export async function refuseSharedSessions(connection: ConnectionOptions): Promise<void> {
  await withSession(connection, async (one) => {
    if (one.processID === (await pidOf(one))) return;
    await withSession(connection, (other) => trySessions(one, other));
  });
}

/** Throws when two sessions behind a pooler do not each keep a connection of the database. */
export async function trySessions(one: TriedSession, other: TriedSession): Promise<void> {
  const known = new Map([[one, await pidOf(one)]]);
  for (let round = 0; round < rounds; round += 1) {
    const [holder, asker] = round % 2 === 0 ? [other, one] : [one, other];
    await holder.query('BEGIN');
    try {
      // The holder first: were there one connection for both, the asker would wait for it.
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

// Others may use the same pooler at the same moment and hide it for a round.
const rounds = 10;

const refusal =
  'The pooler at DATABASE_URL gives transactions of one session different connections (pool_mode = transaction). The server ' +
  'needs sessions of its own, for signals, prepared statements and locks: set pool_mode = session for its database, or ' +
  'point DATABASE_URL at PostgreSQL itself.';

async function pidOf(session: TriedSession): Promise<number> {
  const { rows } = await session.query('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

async function withSession(
  connection: ConnectionOptions,
  work: (session: TriedSession) => Promise<void>,
): Promise<void> {
  const client = new Client({
    connectionTimeoutMillis: 5000,
    ...connection,
    application_name: 'fxid',
    // A pooler without a free connection lets one wait for minutes.
    query_timeout: 5000,
  });
  // The statement that was running is rejected with the same fault; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}
