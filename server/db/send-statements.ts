// Sends prepared statements of hot paths to the database, outside of transactions.
//
// Reads that are requested in the same turn of the event loop go over one connection (the driver's pipelining): under load,
// waiting for a connection and for its answer takes longer than such a statement does. Each statement is a transaction of its
// own and fails alone.
import { DatabaseError, type Pool } from 'pg';
import type { TraceStatement } from '#server/tracing/trace-statements.ts';
import { PreparedBatch, PreparedQuery, type NamedStatement, type QueryCallback } from './prepared-query.ts';

export interface StatementSender {
  alone: <Row extends object>(query: NamedStatement) => Promise<Row[]>;
  /** Only for statements that wait for no lock: those behind them on the connection would wait as well. */
  together: <Row extends object>(query: NamedStatement) => Promise<Row[]>;
  /** In one transaction. Returns the rows of each. */
  batch: (queries: readonly NamedStatement[]) => Promise<object[][]>;
}

interface Sent {
  readonly query: NamedStatement;
  readonly settle: (error: Error | null | undefined, result?: { readonly rows: unknown[] }) => void;
}

export const maxBatchedStatements = 8;

/** @param pool with `pipeline: true` */
export function createStatementSender(pool: Pool, traceStatement?: TraceStatement): StatementSender {
  let waiting: Sent[] = [];
  const sendWaiting = (): void => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += maxBatchedStatements)
      sendOver(pool, all.slice(from, from + maxBatchedStatements));
  };
  const wait = (sent: Sent): void => {
    // After everything else that this turn still has to read.
    if (waiting.length === 0) setImmediate(sendWaiting);
    waiting.push(sent);
  };
  const send =
    (add: (sent: Sent) => void) =>
    <Row extends object>(query: NamedStatement): Promise<Row[]> =>
      new Promise((resolve, reject) => {
        // sql-types.test.ts checks the row type of a statement.
        const settle: Sent['settle'] = (error, result) =>
          error || !result ? reject(error) : resolve(result.rows as Row[]);
        add({ query, settle });
      });
  const sender: StatementSender = {
    alone: send((sent) => sendOver(pool, [sent])),
    together: send(wait),
    batch: (queries) => sendBatch(pool, queries),
  };
  if (!traceStatement) return sender;
  return {
    alone: (query) => traceStatement(query.text, () => sender.alone(query)),
    together: (query) => traceStatement(query.text, () => sender.together(query)),
    batch: (queries) => traceStatement(queries.map(({ text }) => text).join('; '), () => sender.batch(queries)),
  };
}

async function sendBatch(pool: Pool, queries: readonly NamedStatement[]): Promise<object[][]> {
  const client = await pool.connect();
  return new Promise((resolve, reject) => {
    const settle: PreparedBatch['callback'] = (error, results) => {
      client.release(error !== null && !isUsableAfter(error));
      if (error || !results) reject(error);
      else resolve(results.map(({ rows }) => rows as object[]));
    };
    client.query(new PreparedBatch(queries, settle));
  });
}

/** A rejected statement leaves the connection usable, except on a standby: a new one may reach the primary. */
const isUsableAfter = (error: Error): boolean =>
  error instanceof DatabaseError && error.severity === 'ERROR' && error.code !== '25006';

function sendOver(pool: Pool, all: readonly Sent[]): void {
  pool.connect((unreachable, client, release) => {
    if (unreachable || !client) {
      for (const { settle } of all) settle(unreachable);
      return;
    }
    let unanswered = all.length;
    let fault: Error | undefined;
    for (const { query, settle } of all) {
      const settleThis: QueryCallback = (error, result) => {
        fault ??= error ?? undefined;
        unanswered -= 1;
        // A lost connection is reported to each statement that was sent over it.
        if (unanswered === 0) release(fault);
        settle(error, result);
      };
      client.query(new PreparedQuery(query.name, query.text, query.values, settleThis));
    }
  });
}
