import { isUnavailable } from './is-unavailable.ts';

/** A database named by the operator that cannot be used, with the setting to look at; any other fault as it is. */
export function explainUnreachable(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const isRefused = typeof code === 'string' && refusals.has(code);
  if (!isRefused && !isUnavailable(error)) return error;
  // Several addresses tried for one name end in an error without a text.
  const reason = typeof message === 'string' && message !== '' ? message : String(code);
  return new Error(
    `The database at DATABASE_URL cannot be ${isRefused ? 'used' : 'reached'} (${reason}). Start PostgreSQL there, ` +
      `correct DATABASE_URL, or leave it out to use the PostgreSQL that comes along.`,
    { cause: error },
  );
}

// No such account, a wrong password, no such database, no right to connect.
const refusals = new Set(['28000', '28P01', '3D000', '42501']);
