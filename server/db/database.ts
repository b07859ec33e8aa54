// The only access to the database: a bounded connection pool with timeouts, and Kysely on top.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type IsolationLevel, type Transaction } from 'kysely';
import { Pool, type ClientBase, type PoolConfig } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { collectAfterCommit } from './after-commit.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { createPreparingPool, getStatementName, type PreparedStatementText } from './define-statement.ts';
import { buildSessionTimeoutsOption, type DatabaseSessionTimeouts } from './session-timeouts.ts';
import type { Log } from './log.ts';
import { createStatementSender, type StatementSender } from './send-statements.ts';
import type { TraceStatement } from '#server/tracing/trace-statements.ts';
import { requireSupportedPostgresVersion } from './require-supported-postgres-version.ts';
import type { StatementBatch } from './statement-batch.ts';
import type { Tables } from './tables.ts';
import { createKeyedMutex, type RunExclusive } from './keyed-mutex.ts';
import { typeParsers } from './type-parsers.ts';
import { listWrittenTables } from './written-tables.ts';

export { isDatabaseUnavailable } from './is-database-unavailable.ts';

export interface Database {
  kysely: Kysely<Tables>;
  connection: ConnectionOptions;
  /**
   * Runs `work` in a transaction and commits it. It may run up to five times after serialisation failures or deadlocks,
   * so it must have no effect outside the database: send a job instead.
   */
  transaction<Result>(
    work: (trx: Transaction<Tables>) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Runs the statements in one transaction and one round trip, and commits it. Returns the rows of each. Retried like
   * `transaction`.
   */
  runBatch(batch: StatementBatch, options?: Pick<TransactionOptions, 'exclusiveKey'>): Promise<object[][]>;
  runExclusive: RunExclusive;
  prepare: PrepareStatement;
  /** For statements that only read and lock nothing: concurrent ones share a connection. */
  prepareRead: PrepareStatement;
  /** Calls the listener with a table after this node has written to it: at once, and again after the commit. */
  onWrite: (listener: WriteListener) => void;
  pool: () => PoolState;
  ready: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** @param sendsNoSignal the table signals changes, but not this one */
type WriteListener = (table: string, sendsNoSignal?: boolean) => void;

type PrepareStatement = <Parameters extends object, Row extends object>(
  statement: PreparedStatementText<Parameters, Row>,
) => (parameters: Parameters) => Promise<Row[]>;

export interface PoolState {
  used: number;
  idle: number;
  waiting: number;
}

export interface TransactionOptions {
  isolation?: IsolationLevel;
  /**
   * A key for what will be locked. Transactions of this node with the same key wait for each other without holding a
   * connection; between nodes the lock decides.
   */
  exclusiveKey?: string;
}

export interface DatabaseOptions {
  log: Log;
  poolSize?: number;
  applicationName?: string;
  /** Multiplies all timeouts. For tests on busy machines only. */
  timeoutFactor?: number;
  /** Absent: statements are not traced. */
  traceStatement?: TraceStatement | undefined;
}

export function openDatabase(connection: ConnectionOptions, options: DatabaseOptions): Database {
  const { log, poolSize = 10, applicationName = 'fxid', timeoutFactor = 1, traceStatement } = options;
  const pool = new Pool({
    ...lengthen(databaseTimeouts, timeoutFactor),
    ...connection,
    max: poolSize,
    // For send-statements.ts; everything else waits for one answer before it sends the next statement.
    pipeline: true,
    application_name: applicationName,
    keepAlive: true,
    types: typeParsers,
    verify: callbackify(refuseOldServer),
    ...buildSessionTimeoutsOption(lengthen(defaultSessionTimeouts, timeoutFactor)),
  });
  // A connection outlives the request that opened it: its log lines must not have the ids of that request.
  const runOutsideOfRequests = AsyncLocalStorage.snapshot();
  // Without a listener, a lost idle connection would end the process.
  pool.on('error', (error: Error & { client?: unknown }) => {
    // The pool attaches the whole client, including the key that cancels its queries: not for a log.
    delete error.client;
    runOutsideOfRequests(() =>
      log.warn({ err: error }, 'An idle database connection was lost; the next query opens another.'),
    );
  });
  // The same for a connection lost between two statements; the next statement reports the error.
  pool.on('connect', (client) =>
    client.on('error', (error) =>
      runOutsideOfRequests(() => log.warn({ err: error }, 'A database connection was lost.')),
    ),
  );
  const writeListeners: WriteListener[] = [];
  const reportWrite: WriteListener = (table, sendsNoSignal) => {
    for (const listener of writeListeners) listener(table, sendsNoSignal);
  };
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: createPreparingPool(pool, reportWrite, traceStatement) }),
  });
  const inTurn = createKeyedMutex();
  const send = createStatementSender(pool, traceStatement);
  const runTransaction: Database['transaction'] = async (work, { isolation } = {}) => {
    const { result, afterwards } = await retryCollisions(() => {
      const builder = kysely.transaction();
      return (isolation === undefined ? builder : builder.setIsolationLevel(isolation)).execute((trx) =>
        collectAfterCommit(trx, work),
      );
    });
    for (const run of afterwards) await run(kysely, log);
    return result;
  };
  const runBatch = async ({ statements }: StatementBatch): Promise<object[][]> => {
    const rows = await retryCollisions(() => send.batch(statements));
    for (const { text } of statements) for (const table of listWrittenTables(text)) reportWrite(table);
    return rows;
  };
  const inTurnOf = <Result>(key: string | undefined, run: () => Promise<Result>): Promise<Result> =>
    key === undefined ? run() : inTurn(key, run);
  return {
    kysely,
    connection,
    transaction: (work, options = {}) => inTurnOf(options.exclusiveKey, () => runTransaction(work, options)),
    runBatch: (batch, { exclusiveKey } = {}) => inTurnOf(exclusiveKey, () => runBatch(batch)),
    runExclusive: inTurn,
    prepare: (statement) => {
      const run = prepareFor(send.alone, statement);
      const tables = listWrittenTables(statement.text);
      return async (parameters) => {
        const rows = await run(parameters);
        for (const table of tables) reportWrite(table, statement.sendsNoSignal);
        return rows;
      };
    },
    prepareRead: (statement) => prepareFor(send.together, statement),
    onWrite: (listener) => void writeListeners.push(listener),
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ready: async () => {
      try {
        const client = await pool.connect();
        const isReadOnly = await checkReadOnly(client).catch((error: unknown) => {
          client.release(true);
          throw error;
        });
        // A new connection may reach another server, or this one with new settings.
        client.release(isReadOnly);
        if (isReadOnly) log.warn('The database is read-only: it is a standby, or its default is read-only.');
        return !isReadOnly;
      } catch (error) {
        log.warn({ err: error }, 'The database is not ready.');
        return false;
      }
    },
    close: async () => {
      await kysely.destroy();
      // Kysely does not close a pool that it has not used yet.
      if (!pool.ended) await pool.end();
    },
  };
}

function prepareFor<Parameters extends object, Row extends object>(
  send: StatementSender['alone'],
  { text, valuesOf }: PreparedStatementText<Parameters, Row>,
): (parameters: Parameters) => Promise<Row[]> {
  const name = getStatementName(text);
  return (parameters) => send<Row>({ name, text, values: valuesOf(parameters) });
}

export const databaseTimeouts = {
  connectionTimeoutMillis: 2000,
  // For an unresponsive server: slightly longer than the server's own limit.
  query_timeout: 6000,
} satisfies PoolConfig;

export const defaultSessionTimeouts: Required<DatabaseSessionTimeouts> = {
  statement_timeout: 5000,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 10_000,
};

const lengthen = <Limits extends object>(limits: Limits, factor: number): Limits =>
  Object.fromEntries(Object.entries(limits).map(([name, ms]) => [name, ms * factor])) as Limits;

const maxTries = 5;

async function retryCollisions<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      const { code } = error as { code?: string };
      // 40001: serialisation failure; 40P01: deadlock. In both cases everything was rolled back.
      if ((code !== '40001' && code !== '40P01') || tries >= maxTries) throw error;
      await sleep(Math.random() * 20 * 2 ** tries);
    }
  }
}

async function checkReadOnly(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ setting: string }>(
    `SELECT current_setting('transaction_read_only') AS setting`,
  );
  return rows[0]?.setting === 'on';
}

async function refuseOldServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name`,
  );
  requireSupportedPostgresVersion(rows[0]);
}
