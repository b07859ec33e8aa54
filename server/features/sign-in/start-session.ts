import type { Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { Tables } from '#server/db/tables.ts';
import { createSession, type Session } from '#server/features/sessions/sessions.ts';
import type { Caller } from '#server/http/caller.ts';
import type { IdentityOwner, IdentityScope } from './scoped-identities.ts';

export interface SignInOptions {
  readonly caller: Caller;
  /** A game's scope limits the session to that game. */
  readonly scope: IdentityScope;
  readonly session?: Session | undefined;
  /** Limits the session to this game although the proof would allow a full one. */
  readonly boundTo?: string;
  readonly locale?: Locale;
  readonly marketingEnabled?: boolean | undefined;
  /** The email was requested in a fresh session of the same account, which may no longer be fresh. */
  readonly requestedWhileFresh?: boolean;
  /** The platform identifies the browser, not the person. */
  readonly guest?: boolean;
  /** In a game's scope, an anonymous guest of this type becomes the player whom the platform proves. */
  readonly guestType?: string | undefined;
}

export function describeSessionStart({ identity }: VerifiedProof, { caller, scope, boundTo }: SignInOptions) {
  const { userAgent, network, country } = caller;
  const game = boundTo ?? scope;
  return { begunBy: identity.type, game, proved: game === undefined, userAgent, network, country };
}

export async function startSession(
  trx: Transaction<Tables>,
  { accountId, identityId }: IdentityOwner,
  proof: VerifiedProof,
  options: SignInOptions,
): Promise<string> {
  const { token, row } = createSession({ ...describeSessionStart(proof, options), identityId });
  await trx
    .insertInto('sessions')
    .values({ ...row, account_id: accountId })
    .execute();
  return token;
}

export function requireCallerToken({ caller }: Pick<SignInOptions, 'caller'>): string {
  const own = /^Bearer (.+)$/.exec(caller.authorization ?? '')?.[1];
  if (own === undefined) throw new Problem('Unauthenticated');
  return own;
}
