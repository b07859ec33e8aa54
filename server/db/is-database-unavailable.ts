// Classifies database errors: an outage is answered with 503, because a retry may succeed; an error in the statement is
// not.

export const isDatabaseUnavailable = (error: unknown): boolean => some(error, saysUnavailable);

/**
 * Whether the database rolled back this statement or transaction because of contention or a timeout. `transaction` in
 * database.ts has already retried collisions.
 */
export const isLockContention = (error: unknown): boolean =>
  some(error, (each) => contendedStates.has(String((each as { code?: unknown }).code)));

function some(error: unknown, test: (error: Error) => boolean, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  if (test(error)) return true;
  // After several failed addresses one error contains all.
  if (error instanceof AggregateError && error.errors.some((inner) => some(inner, test, depth + 1))) return true;
  return some(error.cause, test, depth + 1);
}

function saysUnavailable(error: Error): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (systemCodes.has(code) || isUnavailableState(code))) return true;
  return unavailableMessages.some((pattern) => pattern.test(error.message));
}

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const isUnavailableState = (state: string): boolean =>
  state.length === 5 && (unavailableStates.has(state) || (/^(08|53|57|58)/.test(state) && state !== queryCanceled));

// statement_timeout was exceeded. The rest of class 57: shutdown, crash, startup, dropped database.
const queryCanceled = '57014';

// In addition to whole classes: 08 connection (PgBouncer uses 08P01 for everything), 53 resources, 57 operator
// intervention, 58 system error.
const unavailableStates = new Set([
  // Read-only: a standby, or a full disk.
  '25006',
  // The account, password or database is being changed.
  '28000',
  '28P01',
  '3D000',
]);

// Lock timeout, statement timeout, serialisation failure, deadlock.
const contendedStates = new Set(['55P03', queryCanceled, '40001', '40P01']);

// The driver sets no code on most of these.
const unavailableMessages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect$/,
  /^Client has encountered a connection error and is not queryable$/,
  /^Query read timeout$/,
  // The socket file is missing during startup. ENOENT alone would match any missing file.
  /^connect ENOENT /,
  // Its code, 55000, has many other meanings.
  /^database ".*" is not currently accepting connections$/,
];
