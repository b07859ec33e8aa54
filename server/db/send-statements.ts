// The shortest way of a statement of a hot path to the database, outside of transactions.
//
// What only reads, and is asked for in one turn of the event loop, goes out over one connection in one piece (the driver's
// pipelining), and most of its answers come back in one: under load, to write and to read a piece takes longer than such a
// statement does. Each is a transaction of its own, and the fault of one is its own.
import type { Pool } from 'pg';
import type { PlannedQuery } from './planned-query.ts';

export interface SendStatement {
  /** Over a connection of its own. */
  alone: <Row>(query: PlannedQuery) => Promise<Row[]>;
  /** For statements that wait for nobody's lock: those behind would wait as well. */
  together: <Row>(query: PlannedQuery) => Promise<Row[]>;
}

interface Sent {
  readonly query: PlannedQuery;
  readonly settle: (error: Error | null | undefined, result?: { readonly rows: unknown[] }) => void;
}

/** So many follow each other at most; the next take another connection. */
export const maxTogether = 8;

/** @param pool whose connections are told that they may get the next statement before they have answered the last */
export function createSendStatement(pool: Pool): SendStatement {
  let waiting: Sent[] = [];
  const sendWaiting = (): void => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += maxTogether) sendOver(pool, all.slice(from, from + maxTogether));
  };
  const wait = (sent: Sent): void => {
    // After whatever this turn still has to read.
    if (waiting.length === 0) setImmediate(sendWaiting);
    waiting.push(sent);
  };
  const send =
    (add: (sent: Sent) => void) =>
    <Row>(query: PlannedQuery): Promise<Row[]> =>
      new Promise((resolve, reject) => {
        // The rows are of the type that the statement was defined with.
        const settle: Sent['settle'] = (error, result) =>
          error || !result ? reject(error) : resolve(result.rows as Row[]);
        add({ query, settle });
      });
  return { alone: send((sent) => sendOver(pool, [sent])), together: send(wait) };
}

function sendOver(pool: Pool, all: readonly Sent[]): void {
  pool.connect((unreachable, client, release) => {
    if (unreachable || !client) {
      for (const { settle } of all) settle(unreachable);
      return;
    }
    let unanswered = all.length;
    let fault: Error | undefined;
    const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection;
    stream.cork();
    for (const { query, settle } of all) {
      const settleThis: Sent['settle'] = (error, result) => {
        fault ??= error ?? undefined;
        unanswered -= 1;
        // Whoever waits is told of a lost connection here, too.
        if (unanswered === 0) release(fault);
        settle(error, result);
      };
      // The driver's types know neither a query of one's own nor the callback beside it.
      void client.query(query as never, settleThis as never);
    }
    stream.uncork();
  });
}
