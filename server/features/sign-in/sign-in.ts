// Turns a proof of identity into a session. An account is found only by an identity proved now, in its scope, never by
// an equal email address. sign-in-with-session.ts handles proofs in an existing session.
import { randomUUID } from 'node:crypto';
import type { SignInResult } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { Database } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import { createSession, type NewSession } from '#server/features/sessions/sessions.ts';
import { describeSessionStart, type SignInOptions } from './start-session.ts';
import { choosePlayerName } from './vendor-profile.ts';
import { signInStatement } from './sign-in-statement.ts';
import { signInDuringSession } from './sign-in-during-session.ts';
import type { NotifyIdentityChange } from './notify-identity-change.ts';

export type SignIn = (proof: VerifiedProof, options: SignInOptions) => Promise<SignInResult>;

export interface SignInDeps {
  readonly database: Database;
  readonly notifyIdentityChange: NotifyIdentityChange;
}

export function createSignIn({ database, notifyIdentityChange }: SignInDeps): SignIn {
  const begin = database.prepare(signInStatement);

  return async (proof, options) => {
    if (options.session) {
      const signedIn = await signInDuringSession({ database, notifyIdentityChange }, proof, options, options.session);
      if (signedIn) return signedIn;
    }
    const session = createSession(describeSessionStart(proof, options));
    const { type, externalId } = proof.identity;
    const values = {
      type,
      externalId,
      scope: options.scope ?? null,
      ...accountValues(proof, options),
      ...sessionValues(session),
    };
    // A concurrent sign-in may create the same identity first; then it is known now.
    const rows = await begin(values).catch((error: unknown) => {
      if (isUniqueViolation(error)) return begin(values);
      throw error;
    });
    const [row] = rows;
    if (!row) throw new Problem('Conflict');
    return { Token: session.token, AccountId: row.account_id };
  };
}

function accountValues(proof: VerifiedProof, { scope, guest, marketingEnabled, locale, caller }: SignInOptions) {
  const { email } = proof;
  return {
    accountId: randomUUID(),
    name: choosePlayerName(proof),
    email: email?.address ?? null,
    // The owner of a game's vendor project could claim any address.
    emailValidated: scope === undefined && (email?.verified ?? false),
    // Only the game, or the browser, knows this player yet.
    guest: scope !== undefined || (guest ?? false),
    marketingEnabled: marketingEnabled ?? false,
    locale: locale ?? caller.locale,
    geoCountry: caller.country ?? null,
  };
}

const sessionValues = ({ row }: NewSession) => ({ ...row, isProved: row.proved_at !== null });
