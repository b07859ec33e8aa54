// The session that a proof begins.
import type { Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Proof } from '#model/proof.ts';
import type { Tables } from '#server/db/tables.ts';
import { createSession, type Session } from '#server/features/sessions/sessions.ts';
import type { Caller } from '#server/http/caller.ts';
import type { IdentityOwner, Scope } from './identities-of.ts';

export interface SignInOptions {
  readonly caller: Caller;
  /** In whose scope the identity was proved. A session that begins in a game's scope is bound to that game. */
  readonly scope: Scope;
  /** The session in which the proof was brought. */
  readonly session?: Session | undefined;
  /** Set: the session is bound to this game although the proof alone would give a whole one. */
  readonly boundTo?: string;
  readonly locale?: Locale;
  readonly marketingEnabled?: boolean | undefined;
  /** A mail was asked for in a fresh session of the same account, and its link took its time. */
  readonly askedWhileFresh?: boolean;
  /** The platform knows the browser and not the person. */
  readonly guest?: boolean;
  /** The type of the platform's guests whom it does not know: in the scope of a game they become whom it proves there. */
  readonly guestType?: string | undefined;
}

/** How the session of a proof begins. */
export function describeOrigin({ identity }: Proof, { caller, scope, boundTo }: SignInOptions) {
  const { userAgent, network, country } = caller;
  const game = boundTo ?? scope;
  return { begunBy: identity.type, game, proved: game === undefined, userAgent, network, country };
}

/** Begins the session of a proof. */
export async function beginIn(
  trx: Transaction<Tables>,
  { accountId, identityId }: IdentityOwner,
  proof: Proof,
  options: SignInOptions,
): Promise<string> {
  const { token, row } = createSession({ ...describeOrigin(proof, options), identityId });
  await trx
    .insertInto('sessions')
    .values({ ...row, account_id: accountId })
    .execute();
  return token;
}

/** The token that the caller has sent: the session stays as it is. */
export function readOwnToken({ caller }: Pick<SignInOptions, 'caller'>): string {
  const own = /^Bearer (.+)$/.exec(caller.authorization ?? '')?.[1];
  if (own === undefined) throw new Problem('Unauthenticated');
  return own;
}
