// The console's own calls: signing in with a link and a second factor. What an operator does with their own account is in
// own-account-routes.ts.
import type { Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { writeAuditEntry, type AuditEntry } from '#server/features/audit-log/audit-log.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers, ConsoleCall } from '#server/http/implement-api.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { consumeCode } from './authenticator-app.ts';
import { describeConsoleSession, type ConsolePlace } from './console-session.ts';
import { consumeOperatorLink, requestSignInLink, type OperatorLinkDeps } from './operator-links.ts';
import {
  beginOperatorSession,
  endOperatorSession,
  findOperatorSession,
  storeOperatorLocale,
  type OperatorSession,
} from './operator-sessions.ts';
import { buildPasskeyOptions, consumeChallenge, verifyPasskey } from './passkeys.ts';
import { completeProof, countWrongCode, lockOperator, requireCodesLeft } from './second-factor.ts';

export interface ConsoleRoutesDeps extends OperatorLinkDeps, ConsolePlace {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly networkFactor: number;
}

export interface ConsoleRequest {
  readonly console: ConsoleCall;
  readonly caller: () => Caller;
}

type SignInCalls = 'session' | 'requestLink' | 'openLink' | 'passkeyOptions' | 'provePasskey' | 'proveCode';

export function createConsoleRoutes(deps: ConsoleRoutesDeps): Pick<AreaHandlers<'console'>, SignInCalls> {
  const { database, networkFactor, sealer, now } = deps;
  return {
    session: async ({ console, caller }) => {
      const session = await findOperatorSession(database, console.token);
      if (session) await storeOperatorLocale(database.kysely, session.operatorId, caller().locale);
      else if (console.token !== undefined) console.clear();
      return describeConsoleSession(session, deps);
    },
    requestLink: async ({ body, caller }) => {
      const { network, locale } = caller();
      const email = normalizeEmail(body.Email);
      if (email === undefined)
        throw new Problem('InvalidRequest', "This isn't an email address.", {
          fields: { Email: "isn't an email address" },
        });
      await database.transaction((trx) => requestSignInLink(trx, { email, network, locale, networkFactor }, deps));
      return { Success: true };
    },
    openLink: async ({ body, console, caller }) => {
      const { network, userAgent, locale } = caller();
      const before = await findOperatorSession(database, console.token);
      const token = await database.transaction(async (trx) => {
        const operator = await consumeOperatorLink(trx, body.Token);
        if (!operator) throw new Problem('TokenExpiredOrUsed');
        if (before) await endOperatorSession(trx, before);
        await recordOwnChange(trx, operator, { console, caller }, {});
        await storeOperatorLocale(trx, operator.operatorId, locale);
        return beginOperatorSession(trx, { operatorId: operator.operatorId, isComplete: false, network, userAgent });
      });
      console.set(token);
      return describeConsoleSession(await findOperatorSession(database, token), deps);
    },
    passkeyOptions: async ({ console }) => {
      const session = await requireSession(database, console);
      return { Options: await buildPasskeyOptions(database.kysely, session, requireConsoleUrl(deps)) };
    },
    provePasskey: async ({ body, console, caller }) => {
      const session = await requireSession(database, console);
      // Also a failed proof uses up the challenge.
      const challenge = await consumeChallenge(database.kysely, session);
      return finishProof(deps, session, { console, caller }, async (trx) => {
        const consoleUrl = requireConsoleUrl(deps);
        await verifyPasskey(trx, session, { credential: body.Credential, challenge, consoleUrl });
        return {};
      });
    },
    proveCode: async ({ body, console, caller }) => {
      const session = await requireSession(database, console);
      const outcome = await database.transaction(async (trx) => {
        await lockOperator(trx, session.operatorId);
        await requireCodesLeft(trx, session.operatorId);
        const isRight = await consumeCode(trx, session.operatorId, { sealer, code: body.Code, now: now() });
        if (isRight) return 'right';
        const hasEnded = await countWrongCode(trx, session.sessionId);
        if (hasEnded)
          await recordOwnChange(trx, session, { console, caller }, { after: { Refused: 'Too many wrong codes' } });
        return hasEnded ? 'ended' : 'wrong';
      });
      if (outcome === 'ended') console.clear();
      if (outcome !== 'right')
        throw new Problem(
          'ProofRefused',
          outcome === 'ended'
            ? 'Too many wrong codes. Ask for a new link.'
            : "This code isn't right, or was used before.",
        );
      return finishProof(deps, session, { console, caller }, async () => ({}));
    },
  };
}

/** Throws Unauthenticated. The session may still lack its second factor. */
export async function requireSession(database: Database, { token }: ConsoleCall): Promise<OperatorSession> {
  const session = await findOperatorSession(database, token);
  if (!session) throw new Problem('Unauthenticated', 'Sign in to the console.');
  return session;
}

export function requireConsoleUrl({ consoleUrl }: Pick<ConsoleRoutesDeps, 'consoleUrl'>): URL {
  if (!consoleUrl) throw new Error("The console's calls are on its host only, and CONSOLE_URL is not set.");
  return consoleUrl;
}

/**
 * Completes the sign-in or confirms the step-up, in one transaction with `prove`.
 *
 * @param prove returns what it changed, which the audit log records together with the sign-in
 */
export async function finishProof(
  deps: ConsoleRoutesDeps,
  session: OperatorSession,
  request: ConsoleRequest,
  prove: (trx: Transaction<Tables>) => Promise<object>,
) {
  const { console, caller } = request;
  const { network, userAgent } = caller();
  const token = await deps.database.transaction(async (trx) => {
    const changed = await prove(trx);
    const begun = await completeProof(trx, session, { network, userAgent });
    if (begun !== undefined) await recordOwnChange(trx, session, request, { after: { ...changed, SignedIn: true } });
    return begun;
  });
  if (token !== undefined) console.set(token);
  return describeConsoleSession(await findOperatorSession(deps.database, token ?? console.token), deps);
}

/** Records what operators do with their own account. */
export const recordOwnChange = (
  trx: Transaction<Tables>,
  { operatorId, name }: Pick<OperatorSession, 'operatorId' | 'name'>,
  { console, caller }: ConsoleRequest,
  entry: Omit<AuditEntry, 'object'>,
): Promise<void> =>
  writeAuditEntry(
    trx,
    {
      kind: 'operator',
      id: operatorId,
      name,
      action: console.action,
      address: caller().ip,
      requestId: console.requestId,
    },
    { object: { kind: 'operator', id: operatorId }, ...entry },
  );
