// A line of the lab's live log. The player's page posts its lines to the page around it; the server streams its own.

export interface LogLine {
  readonly at: number;
  /**
   * `bridge`: between game and portal. `page`: errors in the game's page. `vendor`: calls to a platform or provider.
   * `server`: API calls. `hook`: webhooks.
   */
  readonly kind: LogType;
  /** An answer belongs to the call of the same kind and id. */
  readonly direction: 'call' | 'answer' | 'event';
  readonly name: string;
  readonly id?: string;
  readonly detail?: unknown;
  /** Of an answer; absent if it succeeded. `left`: the caller did not wait for it. */
  readonly state?: 'done' | 'failed' | 'left';
  /** A stream, or a call that waits for the player, may stay open for long. */
  readonly isLongLived?: boolean;
}

export const logTypes = ['bridge', 'page', 'vendor', 'server', 'hook'] as const;
export type LogType = (typeof logTypes)[number];

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

/** Finds the id under one of the names that we use for order ids. */
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
