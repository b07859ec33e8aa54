import { isDatabaseUnavailable } from './is-database-unavailable.ts';

/**
 * Explains why the operator's database can't be used, with the setting to check; other errors are returned unchanged.
 */
export function explainUnreachable(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const isRefused = typeof code === 'string' && refusals.has(code);
  if (!isRefused && !isDatabaseUnavailable(error)) return error;
  // After several failed addresses the error has no message.
  const reason = typeof message === 'string' && message !== '' ? message : String(code);
  return new Error(
    `The database at DATABASE_URL cannot be ${isRefused ? 'used' : 'reached'} (${reason}). Start PostgreSQL there, ` +
      `correct DATABASE_URL, or leave it out to use the PostgreSQL that comes along.`,
    { cause: error },
  );
}

// Unknown account, wrong password, unknown database, no permission to connect.
const refusals = new Set(['28000', '28P01', '3D000', '42501']);
