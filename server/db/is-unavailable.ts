/**
 * Whether an error means "the database cannot be reached now", so that the same request may well succeed in a moment and
 * the answer is 503. An error in what was asked is never that.
 */
export function isUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && unavailableCodes.has(code)) return true;
  if (unavailableMessages.some((pattern) => pattern.test(error.message))) return true;
  // Several addresses tried for one host name end in one error that holds all.
  if (error instanceof AggregateError && error.errors.some((inner) => isUnavailable(inner, depth + 1))) return true;
  return isUnavailable(error.cause, depth + 1);
}

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Connection failures, too many connections, shutting down, crashed, starting up.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

// The driver gives these no code.
const unavailableMessages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect$/,
  /^Client has encountered a connection error and is not queryable$/,
  /^Query read timeout$/,
  // The socket's file is missing while the database starts. ENOENT alone would match any missing file.
  /^connect ENOENT /,
];
