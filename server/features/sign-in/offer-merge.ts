// A proof of another account's identity moves nothing: it is stored for ten minutes and can be used to merge the two
// accounts (see merging/).
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { SignInResult } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { startSession, requireCallerToken, type SignInOptions } from './start-session.ts';
import { isKnownOnlyToGame, type IdentityOwner } from './scoped-identities.ts';

export interface MergeOfferParams {
  readonly proof: VerifiedProof;
  readonly owner: IdentityOwner;
  readonly session: Session;
  readonly options: SignInOptions;
}

/** The session stays as it is. */
export async function offerMerge(trx: Transaction<Tables>, given: MergeOfferParams): Promise<SignInResult> {
  const { owner, session, options } = given;
  const { scope } = options;
  // A game's assertion may reveal an account only if it has no identity outside this game and no other connected game.
  if (scope !== undefined && !(await isKnownOnlyToGame(trx, owner.accountId, scope)))
    throw new Problem('IdentityTaken');
  const token = await keepProof(trx, given, {
    account_id: session.accountId,
    other_account_id: owner.accountId,
    guest_identity_id: owner.identityId,
  });
  return { Token: requireCallerToken(options), AccountId: session.accountId, Merge: { MergeToken: token } };
}

/** Also offers to move the guest's games to the account. */
export async function offerGuestMerge(trx: Transaction<Tables>, given: MergeOfferParams): Promise<SignInResult> {
  const { proof, owner, session, options } = given;
  const token = await keepProof(trx, given, {
    account_id: owner.accountId,
    other_account_id: session.accountId,
    guest_identity_id: session.identityId ?? null,
  });
  await trx
    .updateTable('social_identities')
    .set({ last_used_at: sql`now()` })
    .where('identity_id', '=', owner.identityId)
    .execute();
  return {
    Token: await startSession(trx, owner, proof, options),
    AccountId: owner.accountId,
    Merge: { MergeToken: token },
  };
}

interface Sides {
  readonly account_id: string;
  readonly other_account_id: string;
  readonly guest_identity_id: string | null;
}

const mergeMinutes = 10;

async function keepProof(
  trx: Transaction<Tables>,
  { proof, options }: MergeOfferParams,
  sides: Sides,
): Promise<string> {
  const { token, tokenHash } = createToken('fxp_');
  await trx
    .insertInto('kept_proofs')
    .values({
      token_hash: tokenHash,
      purpose: 'merge',
      type: proof.identity.type,
      external_id: proof.identity.externalId,
      scope_game: options.scope ?? null,
      ...sides,
      expires_at: sql<Date>`now() + make_interval(mins => ${mergeMinutes})`,
    })
    .execute();
  return token;
}
