// Messages between nodes through the database: NOTIFY in the transaction that changes something, LISTEN here. Signals
// may be missed while the connection is down: listeners are notified and must not trust their caches until it is back.
import { sql, type Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { scheduleAfterCommit } from './after-commit.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { Log } from './log.ts';
import type { Tables } from './tables.ts';

export interface NodeSignals {
  /** Called for every signal of a topic, including this node's. */
  on(topic: string, listener: (payload: string) => void): void;
  /** Called when signals may have been missed. */
  onLost(listener: () => void): void;
  connected(): boolean;
  /** Resolves once every signal that was committed before this call has arrived, or the connection is known to be lost. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

export async function sendSignalToNodes(
  db: Kysely<Tables> | Transaction<Tables>,
  topic: string,
  payload: string,
): Promise<void> {
  await sql`select pg_notify(${channel}, ${`${topic}:${payload}`})`.execute(db);
}

/**
 * Notifies every node right after the commit. Commits with a signal are serialised, one disk write after another; for
 * data that is also polled, a separate signal that may get lost is enough.
 */
export async function sendSignalToNodesAfterCommit(
  trx: Transaction<Tables>,
  topic: string,
  payload: string,
): Promise<void> {
  const isDeferred = scheduleAfterCommit(trx, async (db, log) => {
    try {
      await sendSignalToNodes(db, topic, payload);
    } catch (error) {
      log.warn({ err: error, topic }, 'Sending a signal failed; its receivers also poll.');
    }
  });
  if (!isDeferred) await sendSignalToNodes(trx, topic, payload);
}

export async function listenForNodeSignals(connection: ConnectionOptions, log: Log): Promise<NodeSignals> {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const lostListeners: (() => void)[] = [];
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const lose = (lost: pg.Client): void => {
    if (client !== lost) return;
    client = undefined;
    for (const listener of lostListeners) listener();
  };

  const connect = async (connectionTimeoutMillis: number): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionTimeoutMillis,
      ...connection,
      application_name: 'fxid',
      keepAlive: true,
    });
    fresh.on('notification', ({ payload = '' }) => {
      const split = payload.indexOf(':');
      for (const listener of listeners.get(payload.slice(0, split)) ?? []) listener(payload.slice(split + 1));
    });
    fresh.on('error', (error) => {
      log.warn({ err: error }, 'The connection for signals was lost; reconnecting.');
      lose(fresh);
    });
    fresh.on('end', () => lose(fresh));
    await fresh.connect();
    await fresh.query(`listen ${channel}`);
    return fresh;
  };

  // The first connection waits as long as migrations do; later it retries.
  client = await connect(10_000);
  // Detects a silently dead connection by queries.
  const watching = watch();

  return {
    on: (topic, listener) => listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    onLost: (listener) => lostListeners.push(listener),
    connected: () => client !== undefined,
    // PostgreSQL delivers pending notifications before it reports the end of a query.
    catchUp: probe,
    close: async () => {
      stopping.abort();
      await watching;
      await client?.end();
    },
  };

  async function watch(): Promise<void> {
    while (await pause(client ? 1000 : 100, stopping.signal)) {
      try {
        if (client) await probe();
        else client = await connect(2000);
      } catch (error) {
        log.warn({ err: error }, 'Listening for signals from other nodes failed; retrying.');
      }
    }
  }

  // The driver takes one query at a time. What a caller has committed may have missed the probe that is running, so
  // later callers share the next one.
  function probe(): Promise<void> {
    if (!running) return startProbe();
    next ??= running.then(() => {
      next = undefined;
      return running ?? startProbe();
    });
    return next;
  }

  function startProbe(): Promise<void> {
    const current = client;
    if (!current) return Promise.resolve();
    running = sendProbe(current).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function sendProbe(current: pg.Client): Promise<void> {
    try {
      await current.query({ text: 'select 1', query_timeout: 2000 } as pg.QueryConfig);
    } catch (error) {
      log.warn({ err: error }, 'Listening for signals from other nodes failed; retrying.');
      lose(current);
      current.end().catch((cause: unknown) => log.debug({ err: cause }, 'Closing a dead connection failed.'));
    }
  }
}

const channel = 'fxid';

async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
