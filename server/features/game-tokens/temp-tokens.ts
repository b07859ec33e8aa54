// Temp tokens transfer a session to another window: valid for a minute, once, and only while the original session is.
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { resolvePortalDestination } from './resolve-portal-destination.ts';
import { createTempTokenExchanger } from './exchange-temp-token.ts';
import { createTempTokenStatement } from './temp-token-statements.ts';

export interface TempTokenDeps {
  readonly database: Database;
  readonly portalOrigin: string;
}

export function createTempTokenRoutes({
  database,
  portalOrigin,
}: TempTokenDeps): Pick<AreaHandlers<'auth'>, 'createTempToken' | 'authenticateFromTempToken'> {
  const create = database.prepare(createTempTokenStatement);
  const take = createTempTokenExchanger(database);
  return {
    createTempToken: async ({ session, body }) => {
      const destination = resolvePortalDestination(body.RedirectUri, portalOrigin);
      const { token, tokenHash } = createToken('fxt_');
      const { accountId, sessionId } = session;
      await create({ tokenHash, accountId, sessionId, redirectUri: destination ?? null, lifetimeSeconds });
      return { TempToken: token };
    },
    authenticateFromTempToken: async ({ body, caller }) => {
      const begun = await take(body.TempToken, caller());
      if (!begun) throw new Problem('TokenExpiredOrUsed');
      const { token, destination } = begun;
      return { Token: token, ...(destination !== undefined && { TempTokenData: { RedirectUri: destination } }) };
    },
  };
}

const lifetimeSeconds = 60;
