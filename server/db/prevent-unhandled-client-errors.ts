import { EventEmitter } from 'node:events';
import pg from 'pg';

let isDone = false;

/**
 * An `error` event without a listener ends the process. pg-boss removes all listeners of its listening connection at
 * the first error, and behind PgBouncer a second one follows (`server conn crashed?`). After this call every connection
 * of this process keeps one listener.
 */
export function preventUnhandledClientErrors(): void {
  if (isDone) return;
  isDone = true;
  pg.Client.prototype.removeAllListeners = function keepOne(this: pg.Client, ...names: [name?: string | symbol]) {
    EventEmitter.prototype.removeAllListeners.apply(this, names);
    return this.on('error', ignoreError);
  };
}

// The first error was already reported, and the connection is closing.
const ignoreError = (): void => undefined;
