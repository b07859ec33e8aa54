// The portal's log: writes to the console from a minimum level on, and to listeners.
import type { RuntimeConfig } from '#model/runtime-config.ts';

export type LogLevel = NonNullable<RuntimeConfig['logLevel']>;
type Severity = Exclude<LogLevel, 'silent'>;
type Write = (...parts: readonly unknown[]) => void;

export interface LogEntry {
  readonly level: Severity;
  readonly parts: readonly unknown[];
}

export interface Log extends Readonly<Record<Severity, Write>> {
  /** For developers: written at any level except silent. */
  readonly note: Write;
  /** Returns the level before. */
  readonly setLevel: (level: LogLevel) => LogLevel;
  /** Called for everything from the minimum level on. Returns a function that unsubscribes. */
  readonly addListener: (listener: (entry: LogEntry) => void) => () => void;
  /** From now on listeners also get what other code writes to the console. */
  readonly duplicateConsole: () => void;
}

export function createLog(output: Record<(typeof methods)[Severity], Write>): Log {
  let level: LogLevel = 'warn';
  let isDuplicating = false;
  const listeners = new Set<(entry: LogEntry) => void>();
  // Listeners may write to the console themselves, which must not recurse.
  let isTelling = false;
  const tell = (entry: LogEntry): void => {
    if (isTelling) return;
    isTelling = true;
    try {
      for (const listener of listeners) listener(entry);
    } finally {
      isTelling = false;
    }
  };
  const write = (severity: Severity, parts: readonly unknown[]): void => {
    output[methods[severity]](...parts);
    if (!isDuplicating) tell({ level: severity, parts });
  };
  const writer =
    (severity: Severity): Write =>
    (...parts) => {
      if (order.indexOf(severity) >= order.indexOf(level)) write(severity, parts);
    };
  return {
    note: (...parts) => {
      if (level !== 'silent') write('info', parts);
    },
    trace: writer('trace'),
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    setLevel: (chosen) => {
      const before = level;
      level = chosen;
      return before;
    },
    addListener: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    duplicateConsole: () => {
      if (isDuplicating) return;
      isDuplicating = true;
      for (const severity of severities) {
        const method = methods[severity];
        const write = output[method].bind(output);
        output[method] = (...parts) => {
          write(...parts);
          tell({ level: severity, parts });
        };
      }
    },
  };
}

// `console.trace` would print a stack trace.
const methods = { trace: 'log', debug: 'debug', info: 'info', warn: 'warn', error: 'error' } as const;
const severities = ['trace', 'debug', 'info', 'warn', 'error'] as const;
const order: readonly LogLevel[] = [...severities, 'silent'];

export const log = createLog(console);
export const { setLevel: setLogLevel } = log;
