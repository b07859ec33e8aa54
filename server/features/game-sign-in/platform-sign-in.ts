// From what a platform has said about somebody to a session: a whole one where the operator has declared the platform's app his
// own, else one that is bound to the game whose app it is. The game is connected there and then: whoever starts a game on a
// platform plays it. A guest of ours who turns out to be somebody on the platform keeps his account; a registered player who opens
// the game on a platform is whoever the platform says, and his own session stays as it is. Whom the platform does not know is a
// guest, and stays the same one as long as he brings the token of his session.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Proof } from '#model/proof.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import type { SignInResult, VerifyLoginResult } from '#platforms/port.server.ts';
import type { Database } from '#server/db/database.ts';
import { selectUnmergedAccount } from '#server/db/lock-account.ts';
import { createTempTokenTaker } from '#server/features/game-tokens/take-temp-token.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { readOwnToken } from '#server/features/sign-in/begin-session.ts';
import { findOwner, isGuestOnly, type Scope, type ScopedIdentity } from '#server/features/sign-in/identities-of.ts';
import type { SignIn } from '#server/features/sign-in/sign-in.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Log } from '#server/http/log.ts';

export interface PlatformSignInDeps {
  readonly database: Database;
  readonly signIn: SignIn;
  readonly log: Pick<Log, 'warn'>;
}

export interface PlatformSignInCall {
  readonly manifest: PlatformManifest;
  readonly game: string;
  /** In whose scope counts what the platform proves. */
  readonly scope: Scope;
  readonly caller: Caller;
  readonly session: () => Promise<Session | undefined>;
  readonly locale?: Locale;
}

/** `identity` is the one that was proved; a code of our own proves none. */
export interface PlatformSignedIn extends SignInResult {
  readonly identity?: { readonly type: string; readonly externalId: string };
}

export type PlatformSignIn = (verdict: VerifyLoginResult, call: PlatformSignInCall) => Promise<PlatformSignedIn>;

export function createPlatformSignIn({ database, signIn, log }: PlatformSignInDeps): PlatformSignIn {
  const takeTempToken = createTempTokenTaker(database);
  return async (verdict, { manifest, game, scope, caller, session, locale }) => {
    if (verdict.outcome === 'refused') {
      log.warn({ platform: manifest.id, game, reason: verdict.reason }, 'A login of a platform was refused.');
      throw new Problem('ProofRefused', verdict.message);
    }
    if (verdict.outcome === 'login-code') {
      const begun = await takeTempToken(verdict.code, caller);
      if (!begun) throw new Problem('TokenExpiredOrUsed');
      return { Token: begun.token, AccountId: begun.accountId };
    }
    const own = await session();
    const { guestType } = manifest;
    const isNobody = verdict.outcome === 'guest';
    if (isNobody && own && (await isGuestHere(database, own, { guestType, scope }))) {
      await connect(database, own.accountId, game);
      return { Token: readOwnToken({ caller }), AccountId: own.accountId };
    }
    const { proof, guest } = isNobody ? { proof: newGuest(manifest), guest: true } : verdict;
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

function newGuest({ id, guestType: type }: PlatformManifest): Proof {
  if (type === undefined) throw new Error(`The adapter of ${id} speaks of a guest, and its manifest has no guestType.`);
  return { identity: { type, externalId: randomUUID() } };
}

/** Whether the session is one of a guest whom nobody else knows, in the scope in which he comes again. */
const isGuestHere = async (
  { kysely }: Database,
  { accountId, game, handed }: Session,
  { guestType, scope }: { readonly guestType: string | undefined; readonly scope: Scope },
): Promise<boolean> =>
  guestType !== undefined && !handed && game === scope && isGuestOnly(kysely, accountId, { type: guestType, scope });

/** Of any number of starts at once one connects, and all see the same id. */
async function connect({ kysely }: Database, accountId: string, game: string): Promise<void> {
  await sql`
    with player as (${selectUnmergedAccount(accountId)})
    insert into connected_games (account_id, game, game_uid)
    select account_id, ${game}, ${randomUUID()} from player
    on conflict (account_id, game) do nothing`.execute(kysely);
}

/** Whether the session is a guest's whom an identity that nobody has yet would register. */
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
    return account?.guest === true && (await findOwner(trx, identity)) === undefined;
  });
}
