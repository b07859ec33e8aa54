// Exchanges a temp token for a session, once, even with concurrent calls.
import type { Database } from '#server/db/database.ts';
import { createSession } from '#server/features/sessions/sessions.ts';
import type { Caller } from '#server/http/caller.ts';
import { hashToken } from '#server/secrets/one-time-token.ts';
import { exchangeTempTokenStatement } from './temp-token-statements.ts';

export interface TempTokenSession {
  readonly token: string;
  readonly accountId: string;
  readonly destination: string | undefined;
}

export type ExchangeTempToken = (tempToken: string, caller: Caller) => Promise<TempTokenSession | undefined>;

export function createTempTokenExchanger(database: Database): ExchangeTempToken {
  const take = database.prepare(exchangeTempTokenStatement);
  return async (tempToken, { userAgent, network, country }) => {
    const tokenHash = hashToken('fxt_', tempToken);
    if (!tokenHash) return undefined;
    const { token, row } = createSession({ begunBy: 'TempToken', userAgent, network, country });
    const [taken] = await take({ ...row, tempTokenHash: tokenHash });
    return taken && { token, accountId: taken.account_id, destination: taken.redirect_uri ?? undefined };
  };
}
