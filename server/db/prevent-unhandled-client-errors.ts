import { EventEmitter } from 'node:events';
import pg from 'pg';

let isDone = false;

/**
 * An `error` event without a listener ends the process. pg-boss removes all listeners from its listening connection at the
 * first error, and behind PgBouncer a second one follows: PostgreSQL's own, then PgBouncer's `server conn crashed?`. From this call on
 * every connection of this process keeps one listener.
 */
export function preventUnhandledClientErrors(): void {
  if (isDone) return;
  isDone = true;
  pg.Client.prototype.removeAllListeners = function keepOne(this: pg.Client, ...names: [name?: string | symbol]) {
    EventEmitter.prototype.removeAllListeners.apply(this, names);
    return this.on('error', ignoreError);
  };
}

// The first error was reported; the connection is already being closed.
const ignoreError = (): void => undefined;
