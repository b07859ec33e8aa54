// From a proof of identity to a session. An account is found by an identity that was proved now, in the scope in which it was
// proved, and by nothing else: never by an e-mail address that happens to be equal, never by what a vendor says besides. Every
// sign-in gets a new token, so that a token from before it is worth nothing.
//
// What a proof does in a session stands in sign-in-within.ts.
import { randomUUID } from 'node:crypto';
import type { SignInResult } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { Proof } from '#model/proof.ts';
import type { Database } from '#server/db/database.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { createSession, type NewSession } from '#server/features/sessions/sessions.ts';
import { describeOrigin, type SignInOptions } from './begin-session.ts';
import { chooseName } from './profile-of-proof.ts';
import { signInStatement } from './sign-in-statement.ts';
import { signInWithin } from './sign-in-within.ts';
import type { TellOfChange } from './tell-of-change.ts';

export type SignIn = (proof: Proof, options: SignInOptions) => Promise<SignInResult>;

export interface SignInDeps {
  readonly database: Database;
  readonly notifyOfChange: TellOfChange;
}

export function createSignIn({ database, notifyOfChange }: SignInDeps): SignIn {
  const begin = database.prepare(signInStatement);

  return async (proof, options) => {
    if (options.session) {
      const signedIn = await signInWithin({ database, notifyOfChange }, proof, options, options.session);
      if (signedIn) return signedIn;
    }
    const session = createSession(describeOrigin(proof, options));
    const { type, externalId } = proof.identity;
    const values = {
      type,
      externalId,
      scope: options.scope ?? null,
      ...accountValues(proof, options),
      ...sessionValues(session),
    };
    // Somebody with the same identity may be faster: then it is known now.
    const rows = await begin(values).catch((error: unknown) => {
      if (isDuplicate(error)) return begin(values);
      throw error;
    });
    const [row] = rows;
    if (!row) throw new Problem('Conflict');
    return { Token: session.token, AccountId: row.account_id };
  };
}

/** The account that somebody new gets. */
function accountValues(proof: Proof, { scope, guest, marketingEnabled, locale, caller }: SignInOptions) {
  const { email } = proof;
  return {
    accountId: randomUUID(),
    name: chooseName(proof),
    email: email?.address ?? null,
    // Whoever holds the keys of a game's own project could say what he likes about addresses.
    emailValidated: scope === undefined && (email?.verified ?? false),
    // Nobody but the game, or the browser, knows this player yet.
    guest: scope !== undefined || (guest ?? false),
    marketingEnabled: marketingEnabled ?? false,
    locale: locale ?? caller.locale,
    geoCountry: caller.country ?? null,
  };
}

const sessionValues = ({ row }: NewSession) => ({ ...row, isProved: row.proved_at !== null });
