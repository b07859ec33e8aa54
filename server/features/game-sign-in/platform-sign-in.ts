// Turns a platform's proof into a session: a full one if the operator declared the platform's app as the portal's own,
// otherwise one limited to the game.
//
// A guest whom the platform identifies keeps the account. A registered player is signed in as the platform's player,
// and the portal session is unchanged. A player whom the platform doesn't identify is a guest.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import type { SignInResult, VerifyLoginResult } from '#platforms/port.server.ts';
import type { Database } from '#server/db/database.ts';
import { buildUnmergedAccountSql } from '#server/db/lock-account.ts';
import { createTempTokenExchanger } from '#server/features/game-tokens/exchange-temp-token.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { requireCallerToken } from '#server/features/sign-in/start-session.ts';
import {
  findIdentityOwner,
  isUnprovedGuest,
  type IdentityScope,
  type ScopedIdentity,
} from '#server/features/sign-in/scoped-identities.ts';
import type { SignIn } from '#server/features/sign-in/sign-in.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Log } from '#server/http/log.ts';

export interface PlatformSignInDeps {
  readonly database: Database;
  readonly signIn: SignIn;
  readonly log: Pick<Log, 'warn'>;
}

export interface PlatformSignInParams {
  readonly manifest: PlatformManifest;
  readonly game: string;
  readonly scope: IdentityScope;
  readonly caller: Caller;
  readonly session: () => Promise<Session | undefined>;
  readonly locale?: Locale;
}

/** `identity` is absent for our own codes. */
export interface PlatformSignInResult extends SignInResult {
  readonly identity?: { readonly type: string; readonly externalId: string };
}

export type PlatformSignIn = (verdict: VerifyLoginResult, call: PlatformSignInParams) => Promise<PlatformSignInResult>;

export function createPlatformSignIn({ database, signIn, log }: PlatformSignInDeps): PlatformSignIn {
  const exchangeTempToken = createTempTokenExchanger(database);
  return async (verdict, { manifest, game, scope, caller, session, locale }) => {
    if (verdict.outcome === 'refused') {
      log.warn({ platform: manifest.id, game, reason: verdict.reason }, 'A login of a platform was refused.');
      throw new Problem('ProofRefused', verdict.message);
    }
    if (verdict.outcome === 'login-code') {
      const begun = await exchangeTempToken(verdict.code, caller);
      if (!begun) throw new Problem('TokenExpiredOrUsed');
      return { Token: begun.token, AccountId: begun.accountId };
    }
    const own = await session();
    const { guestType } = manifest;
    const isNobody = verdict.outcome === 'guest';
    if (isNobody && own && (await isGuestHere(database, own, { guestType, scope }))) {
      await connect(database, own.accountId, game);
      return { Token: requireCallerToken({ caller }), AccountId: own.accountId };
    }
    const { proof, guest } = isNobody
      ? { proof: newGuest(manifest), guest: true }
      : { ...verdict, proof: await preferEarlierIdentity(database, verdict, scope) };
    const { identity } = proof;
    const mayBecome = !guest && (scope === undefined || guestType !== undefined);
    const { Token, AccountId } = await signIn(proof, {
      caller,
      scope,
      guest,
      guestType,
      ...(locale !== undefined && { locale }),
      session: own && mayBecome && (await isGuestToRegister(database, own, { ...identity, scope })) ? own : undefined,
    });
    await connect(database, AccountId, game);
    return { Token, AccountId, identity };
  };
}

async function preferEarlierIdentity(
  { kysely }: Database,
  { proof, earlierIdentity }: Extract<VerifyLoginResult, { outcome: 'proved' }>,
  scope: IdentityScope,
): Promise<VerifiedProof> {
  if (!earlierIdentity || !(await findIdentityOwner(kysely, { ...earlierIdentity, scope }))) return proof;
  return { ...proof, identity: earlierIdentity };
}

function newGuest({ id, guestType: type }: PlatformManifest): VerifiedProof {
  if (type === undefined) throw new Error(`The adapter of ${id} speaks of a guest, and its manifest has no guestType.`);
  return { identity: { type, externalId: randomUUID() } };
}

const isGuestHere = async (
  { kysely }: Database,
  { accountId, game, handed }: Session,
  { guestType, scope }: { readonly guestType: string | undefined; readonly scope: IdentityScope },
): Promise<boolean> =>
  guestType !== undefined &&
  !handed &&
  game === scope &&
  isUnprovedGuest(kysely, accountId, { type: guestType, scope });

/** Of concurrent starts one connects, and all see the same id. */
async function connect({ kysely }: Database, accountId: string, game: string): Promise<void> {
  await sql`
    with player as (${buildUnmergedAccountSql(accountId)})
    insert into connected_games (account_id, game, game_uid)
    select account_id, ${game}, ${randomUUID()} from player
    on conflict (account_id, game) do nothing`.execute(kysely);
}

async function isGuestToRegister(
  database: Database,
  { accountId }: Session,
  identity: ScopedIdentity,
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('guest')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return account?.guest === true && (await findIdentityOwner(trx, identity)) === undefined;
  });
}
