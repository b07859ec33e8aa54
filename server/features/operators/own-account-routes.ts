// An operator's own account: second factors and devices.
import type { Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { createAppSecret, findCodeStep, storeAuthenticatorApp } from './authenticator-app.ts';
import {
  finishProof,
  recordOwnChange,
  requireConsoleUrl,
  requireSession,
  type ConsoleRequest,
  type ConsoleRoutesDeps,
} from './console-routes.ts';
import { describeConsoleSession } from './console-session.ts';
import { endOperatorSession, listOperatorDevices, type OperatorSession } from './operator-sessions.ts';
import { buildNewPasskeyOptions, insertPasskey, listPasskeys, consumeChallenge } from './passkeys.ts';
import { countFactors, lockOperator } from './second-factor.ts';

type OwnAccountCalls =
  | 'newPasskeyOptions'
  | 'addPasskey'
  | 'newAuthenticatorApp'
  | 'addAuthenticatorApp'
  | 'factors'
  | 'removePasskey'
  | 'removeAuthenticatorApp'
  | 'endSession';

export function createOwnAccountRoutes(deps: ConsoleRoutesDeps): Pick<AreaHandlers<'console'>, OwnAccountCalls> {
  const { database, sealer, now, readPortalName } = deps;
  return {
    newPasskeyOptions: async ({ console }) => {
      const session = await requireSession(database, console);
      requireMayAddFactor(session);
      const options = { consoleUrl: requireConsoleUrl(deps), portalName: await readPortalName() };
      return { Options: await buildNewPasskeyOptions(database.kysely, session, options) };
    },
    addPasskey: async ({ body, console, caller }) => {
      const session = await requireSession(database, console);
      requireMayAddFactor(session);
      const challenge = await consumeChallenge(database.kysely, session);
      return addFactor(deps, session, { console, caller }, async (trx) => {
        const { Credential: credential, Name: name } = body;
        await insertPasskey(trx, session, { credential, name, challenge, consoleUrl: requireConsoleUrl(deps) });
        return { Passkey: name };
      });
    },
    newAuthenticatorApp: async ({ console }) => {
      const session = await requireSession(database, console);
      requireMayAddFactor(session);
      const { secret, url } = createAppSecret({ issuer: await readPortalName(), label: session.email });
      return { Secret: secret, Url: url };
    },
    addAuthenticatorApp: async ({ body, console, caller }) => {
      const session = await requireSession(database, console);
      requireMayAddFactor(session);
      const step = findCodeStep(body.Secret, body.Code, now());
      if (step === undefined) throw new Problem('ProofRefused', "This code isn't right. Enter the newest one.");
      return addFactor(deps, session, { console, caller }, async (trx) => {
        await storeAuthenticatorApp(trx, session.operatorId, { sealer, secret: body.Secret, step });
        return { AuthenticatorApp: true };
      });
    },
    factors: async ({ console }) => {
      const session = await requireComplete(deps, { console });
      const [passkeys, devices] = await Promise.all([
        listPasskeys(database.kysely, session.operatorId),
        listOperatorDevices(database, session.operatorId),
      ]);
      return {
        Passkeys: passkeys.map(({ credential_id, name, created_at, last_used_at }) => ({
          Id: credential_id,
          Name: name,
          CreatedAt: created_at.toISOString(),
          ...(last_used_at && { LastUsedAt: last_used_at.toISOString() }),
        })),
        HasAuthenticatorApp: session.hasAuthenticatorApp,
        Devices: devices.map(({ session_id, user_agent, network, created_at, last_seen_at }) => ({
          SessionId: session_id,
          UserAgent: user_agent,
          Network: network,
          CreatedAt: created_at.toISOString(),
          LastSeenAt: last_seen_at.toISOString(),
          IsThis: session_id === session.sessionId,
        })),
      };
    },
    removePasskey: async ({ body, console, caller }) => {
      const session = await requireComplete(deps, { console });
      return removeFactor(deps, session, { console, caller }, async (trx) => {
        const row = await trx
          .deleteFrom('operator_passkeys')
          .where('credential_id', '=', body.Id)
          .where('operator_id', '=', session.operatorId)
          .returning('name')
          .executeTakeFirst();
        return row && { Passkey: row.name };
      });
    },
    removeAuthenticatorApp: async ({ console, caller }) => {
      const session = await requireComplete(deps, { console });
      return removeFactor(deps, session, { console, caller }, async (trx) => {
        const row = await trx
          .updateTable('operators')
          .set({ totp_sealed: null })
          .where('operator_id', '=', session.operatorId)
          .where('totp_sealed', 'is not', null)
          .returning('operator_id')
          .executeTakeFirst();
        return row && { AuthenticatorApp: true };
      });
    },
    endSession: async ({ body, console, caller }) => {
      const session = await requireSession(database, console);
      const { SessionId: sessionId = session.sessionId } = body;
      const isThis = sessionId === session.sessionId;
      if (!isThis && !session.isComplete) throw new Problem('Unauthenticated', 'Complete the sign-in first.');
      const hasEnded = await database.transaction(async (trx) => {
        const ended = await endOperatorSession(trx, { operatorId: session.operatorId, sessionId });
        if (ended) await recordOwnChange(trx, session, { console, caller }, { before: { SessionId: sessionId } });
        return ended;
      });
      if (!hasEnded) throw new Problem('NotFound', 'This session has ended already.');
      if (isThis) console.clear();
      return { Success: true };
    },
  };
}

/** The first factor needs only the link. Others need the proof of one that is there. */
function requireMayAddFactor(session: OperatorSession): void {
  const isFirst = !session.hasPasskey && !session.hasAuthenticatorApp;
  if (!isFirst && !session.hasSteppedUp) throw new Problem('StepUpRequired');
}

async function requireComplete(
  { database }: Pick<ConsoleRoutesDeps, 'database'>,
  { console }: Pick<ConsoleRequest, 'console'>,
): Promise<OperatorSession> {
  const session = await requireSession(database, console);
  if (!session.isComplete) throw new Problem('Unauthenticated', 'Complete the sign-in first.');
  return session;
}

/** @param add returns what it added, for the audit log */
async function addFactor(
  deps: ConsoleRoutesDeps,
  session: OperatorSession,
  request: ConsoleRequest,
  add: (trx: Transaction<Tables>) => Promise<object>,
) {
  const addLocked = async (trx: Transaction<Tables>): Promise<object> => {
    await lockOperator(trx, session.operatorId);
    // Another session may have added one since: then this link alone is not enough any more.
    if (!session.hasSteppedUp && (await countFactors(trx, session.operatorId)) > 0) throw new Problem('StepUpRequired');
    return add(trx);
  };
  if (!session.isComplete) return finishProof(deps, session, request, addLocked);
  await deps.database.transaction(async (trx) =>
    recordOwnChange(trx, session, request, { after: await addLocked(trx) }),
  );
  return describeConsoleSession(await requireSession(deps.database, request.console), deps);
}

/** @param remove returns what it removed, for the audit log; undefined: there was none */
async function removeFactor(
  { database }: ConsoleRoutesDeps,
  session: OperatorSession,
  request: ConsoleRequest,
  remove: (trx: Transaction<Tables>) => Promise<object | undefined>,
): Promise<{ Success: boolean }> {
  if (!session.hasSteppedUp) throw new Problem('StepUpRequired');
  await database.transaction(async (trx) => {
    await lockOperator(trx, session.operatorId);
    const removed = await remove(trx);
    if (!removed) throw new Problem('NotFound', 'There is no such second factor.');
    if ((await countFactors(trx, session.operatorId)) === 0)
      throw new Problem('Conflict', 'This is your only second factor. Add another one first.');
    await recordOwnChange(trx, session, request, { before: removed });
  });
  return { Success: true };
}
