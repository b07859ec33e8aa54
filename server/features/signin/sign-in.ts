// From a proof of identity to a session. An account is found by an identity that was proved now, in the scope in which it was
// proved, and by nothing else: never by an e-mail address that happens to be equal, never by what a vendor says besides. Every
// sign-in gets a new token, so that a token from before it is worth nothing.
//
// What a proof does in a session stands in sign-in-within.ts.
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { Proof } from '#model/proof.ts';
import type { Database } from '#server/db/database.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { createSession, type NewSession, type Sessions } from '#server/features/sessions/sessions.ts';
import { newAccountStatement, signInStatement } from './account-statements.ts';
import { originOf, type SignInOptions } from './begin-session.ts';
import { nameOf } from './profile-of-proof.ts';
import { signInWithin } from './sign-in-within.ts';
import type { TellOfChange } from './tell-of-change.ts';

export type SignIn = (proof: Proof, options: SignInOptions) => Promise<SignedIn>;

export interface SignInDeps {
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'forget'>;
  readonly tellOfChange: TellOfChange;
}

export function createSignIn({ database, sessions, tellOfChange }: SignInDeps): SignIn {
  const findKnown = database.prepare(signInStatement);
  const makeNew = database.prepare(newAccountStatement);

  const signInKnown = async (proof: Proof, session: NewSession, { scope }: SignInOptions) => {
    const { type, externalId } = proof.identity;
    const [row] = await findKnown({ type, externalId, scope: scope ?? null, ...valuesOf(session) });
    return row?.account_id;
  };

  const signInNew = async (proof: Proof, session: NewSession, options: SignInOptions): Promise<string | undefined> => {
    const { identity, email } = proof;
    const { scope } = options;
    try {
      const [row] = await makeNew({
        accountId: randomUUID(),
        name: nameOf(proof),
        email: email?.address ?? null,
        // Whoever holds the keys of a game's own project could say what he likes about addresses.
        emailValidated: scope === undefined && (email?.verified ?? false),
        // Nobody but the game, or the browser, knows this player yet.
        guest: scope !== undefined || (options.guest ?? false),
        marketingEnabled: options.marketingEnabled ?? false,
        locale: options.locale ?? options.caller.locale,
        geoCountry: options.caller.country ?? null,
        type: identity.type,
        externalId: identity.externalId,
        scope: scope ?? null,
        ...valuesOf(session),
      });
      return row?.account_id;
    } catch (error) {
      // Somebody with the same identity was faster: it is known now.
      if (isDuplicate(error)) return undefined;
      throw error;
    }
  };

  return async (proof, options) => {
    if (options.session) {
      const signedIn = await signInWithin({ database, tellOfChange }, proof, options, options.session);
      if (signedIn && !signedIn.Merge) sessions.forget(options.session.sessionId);
      if (signedIn) return signedIn;
    }
    const session = createSession(originOf(proof, options));
    const accountId =
      (await signInKnown(proof, session, options)) ??
      (await signInNew(proof, session, options)) ??
      (await signInKnown(proof, session, options));
    if (accountId === undefined) throw new Problem('Conflict');
    return { Token: session.token, AccountId: accountId };
  };
}

const valuesOf = ({ row }: NewSession) => ({ ...row, isProved: row.proved_at !== null });
