// A line of the lab's live log. The player's page tells its parent what games and the portal say to each other by
// `postMessage({ type: 'fxid-lab', line })`, on a laptop alone; the lab's server sends its own lines as events.

export interface LogLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Between game and portal; what goes wrong in the game's page; between page and platform, or our server and the platform's; calls of our API; notices to us. */
  readonly kind: LogType;
  /** A call with an id waits until an answer of the same kind with the same id has come. */
  readonly direction: 'call' | 'answer' | 'event';
  readonly name: string;
  readonly id?: string;
  readonly detail?: unknown;
  /** Of an answer; absent: it went well. `left`: the caller did not wait for it. */
  readonly state?: 'done' | 'failed' | 'left';
  /** The call may stay open for long without being stuck: a stream, or a call that waits for the player. */
  readonly isLongLived?: boolean;
}

export const logTypes = ['bridge', 'page', 'vendor', 'server', 'hook'] as const;
export type LogType = (typeof logTypes)[number];

/** The log line in a message from the player's page; undefined for any other message. */
export function parseLogMessage(message: unknown): LogLine | undefined {
  if (!isRecord(message) || message['type'] !== 'fxid-lab') return undefined;
  return isLogLine(message['line']) ? message['line'] : undefined;
}

export function isLogLine(line: unknown): line is LogLine {
  return (
    isRecord(line) &&
    typeof line['at'] === 'number' &&
    typeof line['name'] === 'string' &&
    logTypes.some((kind) => kind === line['kind']) &&
    ['call', 'answer', 'event'].some((direction) => direction === line['direction']) &&
    [undefined, 'done', 'failed', 'left'].some((state) => state === line['state']) &&
    (line['isLongLived'] === undefined || typeof line['isLongLived'] === 'boolean') &&
    (line['id'] === undefined || typeof line['id'] === 'string')
  );
}

/** The id of the order that a line is about, found in its detail under one of the names we use. */
export function findOrderId(detail: unknown, depth = 0): string | undefined {
  if (!isRecord(detail) || depth > 4) return undefined;
  for (const [name, value] of Object.entries(detail)) {
    if (orderNames.has(name.toLowerCase()) && typeof value === 'string' && isUuid.test(value)) return value;
    const found = findOrderId(value, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const orderNames: ReadonlySet<string> = new Set(['publicorderid', 'transactionid', 'orderid']);
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
