// From what a platform has said about somebody to a session: a whole one where the operator has declared the platform's app his
// own, else one that is bound to the game whose app it is. The game is connected there and then: whoever starts a game on a
// platform plays it. A guest of ours who turns out to be somebody on the platform keeps his account; a registered player who opens
// the game on a platform is whoever the platform says, and his own session stays as it is.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { SignedIn, Verdict } from '#platforms/port.server.ts';
import type { Database } from '#server/db/database.ts';
import { unmergedAccount } from '#server/db/lock-account.ts';
import { tempTokenTaker } from '#server/features/gametokens/take-temp-token.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { findOwner, type Scope } from '#server/features/signin/identities-of.ts';
import type { SignIn } from '#server/features/signin/sign-in.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Log } from '#server/http/log.ts';

export interface PlatformSignInDeps {
  readonly database: Database;
  readonly signIn: SignIn;
  readonly log: Pick<Log, 'warn'>;
}

export interface PlatformSignInCall {
  /** The platform's name, for the log. */
  readonly platform: string;
  readonly game: string;
  /** In whose scope counts what the platform proves. */
  readonly scope: Scope;
  readonly caller: Caller;
  readonly session: () => Promise<Session | undefined>;
  readonly locale?: Locale;
}

/** `identity` is the one that was proved; a code of our own proves none. */
export interface PlatformSignedIn extends SignedIn {
  readonly identity?: { readonly type: string; readonly externalId: string };
}

export type PlatformSignIn = (verdict: Verdict, call: PlatformSignInCall) => Promise<PlatformSignedIn>;

export function createPlatformSignIn({ database, signIn, log }: PlatformSignInDeps): PlatformSignIn {
  const takeTempToken = tempTokenTaker(database);
  return async (verdict, { platform, game, scope, caller, session, locale }) => {
    if (verdict.outcome === 'refused') {
      log.warn({ platform, game, reason: verdict.reason }, 'A login of a platform was refused.');
      throw new Problem('ProofRefused', verdict.message);
    }
    if (verdict.outcome === 'own code') {
      const begun = await takeTempToken(verdict.code, caller);
      if (!begun) throw new Problem('TokenExpiredOrUsed');
      return { Token: begun.token, AccountId: begun.accountId };
    }
    const { proof, guest } = verdict;
    const { identity } = proof;
    const own = await session();
    const { Token, AccountId } = await signIn(proof, {
      caller,
      scope,
      guest,
      ...(locale !== undefined && { locale }),
      session:
        own && !guest && scope === undefined && (await isGuestToRegister(database, own, identity)) ? own : undefined,
    });
    await connect(database, AccountId, game);
    return { Token, AccountId, identity };
  };
}

/** Of any number of starts at once one connects, and all see the same id. */
async function connect({ kysely }: Database, accountId: string, game: string): Promise<void> {
  await sql`
    with player as (${unmergedAccount(accountId)})
    insert into connected_games (account_id, game, game_uid)
    select account_id, ${game}, ${randomUUID()} from player
    on conflict (account_id, game) do nothing`.execute(kysely);
}

/** Whether the session is a guest's whom an identity that nobody has yet would register. */
async function isGuestToRegister(
  database: Database,
  { accountId }: Session,
  identity: { readonly type: string; readonly externalId: string },
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('guest')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return account?.guest === true && (await findOwner(trx, { ...identity, scope: undefined })) === undefined;
  });
}
