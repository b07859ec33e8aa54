import type { ClientBase } from 'pg';

/** How long the database lets statements, waits and pauses take, in milliseconds, by the database's own names. */
export interface SessionLimits {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly idle_in_transaction_session_timeout?: number;
}

/**
 * An option for the driver's pool. The limits are set by statement and not when the connection starts: there a pooler refuses
 * what it does not know.
 */
export function limitSession(limits: SessionLimits): object {
  const names = Object.keys(limits);
  const values = Object.values(limits).map(String);
  return {
    // The pool waits for it, though its types do not say so, and the queue hands it on to its own pool.
    onConnect: (client: ClientBase) =>
      client.query('SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS s (name, value)', [
        names,
        values,
      ]),
  };
}
