// Which database errors are outages rather than mistakes in a statement: the same request may well succeed in a moment, and the answer is 503. A fault in
// what was asked is never that.

/** Whether the database cannot be reached, or takes nothing now. */
export const isUnavailable = (error: unknown): boolean => some(error, saysUnavailable);

/**
 * Whether the database is there and has undone this one statement or transaction, because others were in its way or it took too long.
 * `transaction` in database.ts has tried collisions again before anybody sees them.
 */
export const isContended = (error: unknown): boolean =>
  some(error, (each) => contendedStates.has(String((each as { code?: unknown }).code)));

function some(error: unknown, test: (error: Error) => boolean, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  if (test(error)) return true;
  // Several addresses tried for one host name end in one error that holds all.
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

// A statement that took longer than statement_timeout. Class 57 besides it: shutting down, crashed, starting up, dropped.
const queryCanceled = '57014';

// Whole classes besides these: 08 connections (PgBouncer says 08P01 of everything), 53 resources, 57 an operator or a restart, 58 the
// machine under it.
const unavailableStates = new Set([
  // A standby, or a disk that is full: nothing can be written.
  '25006',
  // The account, the password or the database is being changed.
  '28000',
  '28P01',
  '3D000',
]);

// A lock was not to be had in time, the statement took too long, could not serialise, deadlock.
const contendedStates = new Set(['55P03', queryCanceled, '40001', '40P01']);

// The driver gives most of these no code.
const unavailableMessages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect$/,
  /^Client has encountered a connection error and is not queryable$/,
  /^Query read timeout$/,
  // The socket's file is missing while the database starts. ENOENT alone would match any missing file.
  /^connect ENOENT /,
  // Its state, 55000, stands for much else.
  /^database ".*" is not currently accepting connections$/,
];
