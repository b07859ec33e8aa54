import type { ClientBase } from 'pg';

/** PostgreSQL's session timeouts in milliseconds, by their PostgreSQL names. */
export interface DatabaseSessionTimeouts {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly idle_in_transaction_session_timeout?: number;
}

/**
 * An option for the driver's pool. The limits are set by a statement after connecting, because poolers reject unknown
 * startup parameters.
 */
export function buildSessionTimeoutsOption(limits: DatabaseSessionTimeouts): object {
  const names = Object.keys(limits);
  const values = Object.values(limits).map(String);
  return {
    // The pool awaits it, although its types don't say so; pg-boss passes it on to its own pool.
    onConnect: (client: ClientBase) =>
      client.query('SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS s (name, value)', [
        names,
        values,
      ]),
  };
}
