// What a proof does in a session.
//
// A person's whole session: his own identity proved again makes the session fresh. Another one is added to the account, or, if
// it is another account's, comes back with the offer to merge the two; either needs a fresh session. A guest becomes a player
// and keeps its AccountId, or is signed in to the account that it has proved, and is asked whether its games shall come along.
//
// A session that is bound to a game adds nothing to a person's account. It registers a guest only if nobody but that game knows
// it, because the game may hold the session itself. A game's own word registers nobody. In all these cases, and wherever a
// session was handed on, the proof counts by itself, and nothing of the session's account moves. One exception stays within the
// game's scope: a guest whom its platform did not know, and who has proved nothing, becomes the player whom the platform proves.
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { SignInResult } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { Proof } from '#model/proof.ts';
import type { Database } from '#server/db/database.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import type { Tables } from '#server/db/tables.ts';
import { requireFresh } from '#server/features/sessions/admit-session.ts';
import { endSessionIn, type Session } from '#server/features/sessions/sessions.ts';
import { beginIn, readOwnToken, type SignInOptions } from './begin-session.ts';
import { attachIdentity, findOwner, isGuestOnly, isOnlyOfGame, type IdentityOwner } from './identities-of.ts';
import { offerGuestMerge, offerMerge } from './offer-merge.ts';
import { takeProfile, type OwnAccount } from './profile-of-proof.ts';
import { registerGuest } from './register-guest.ts';
import type { TellOfChange } from './tell-of-change.ts';

export interface WithinDeps {
  readonly database: Database;
  readonly notifyOfChange: TellOfChange;
}

/** Undefined: the proof counts by itself. */
export async function signInWithin(
  { database, notifyOfChange }: WithinDeps,
  proof: Proof,
  options: SignInOptions,
  session: Session,
): Promise<SignInResult | undefined> {
  if (session.handed) return undefined;
  const work = database.transaction(async (trx) => {
    const account = await lockAccount(trx, session.accountId);
    const identity = { ...proof.identity, scope: options.scope };
    const owner = await findOwner(trx, identity);
    const isOwn = owner?.accountId === account.account_id;
    if (account.guest) {
      if (isOwn || !(await mayRegister(trx, session, options))) return undefined;
      if (owner && options.scope !== undefined) return undefined;
      if (owner) return offerGuestMerge(trx, { proof, owner, session, options });
      return registerGuest(trx, { proof, account, session, options });
    }
    if (session.game !== undefined) return undefined;
    // A game's word about somebody who is signed in already says nothing about who sits there.
    if (isOwn) return options.scope === undefined ? renew(trx, { proof, owner, session, options }) : undefined;
    if (!options.askedWhileFresh) requireFresh(session);
    if (owner) return offerMerge(trx, { proof, owner, session, options });
    const { identityId, change } = await attachIdentity(trx, account.account_id, identity);
    // Before the account takes a new address: whoever has added it need not be told.
    await notifyOfChange(trx, account.account_id, { change, identityId, ...identity });
    await takeProfile(trx, account, proof, options);
    if (options.scope !== undefined) return { Token: readOwnToken(options), AccountId: account.account_id };
    return renew(trx, { proof, owner: { accountId: account.account_id, identityId }, session, options });
  });
  return work.catch((error: unknown) => {
    // Another account was faster with the identity: nothing has happened, and the next attempt finds it known.
    if (isDuplicate(error)) throw new Problem('Conflict', undefined, { cause: error });
    throw error;
  });
}

/** The row is locked, so that of two proofs at once the second sees what the first has done. */
async function lockAccount(trx: Transaction<Tables>, accountId: string): Promise<OwnAccount> {
  const account = await trx
    .selectFrom('accounts')
    .select(['account_id', 'guest', 'email', 'email_validated'])
    .where('account_id', '=', accountId)
    // A merge may have emptied it a moment ago.
    .where('merged_into', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw new Problem('Unauthenticated');
  return account;
}

async function mayRegister(
  trx: Transaction<Tables>,
  { accountId, game }: Session,
  { scope, guestType: type }: SignInOptions,
): Promise<boolean> {
  if (scope === undefined) return game === undefined || isOnlyOfGame(trx, accountId, game);
  if (type === undefined || game !== scope || !(await isGuestOnly(trx, accountId, { type, scope }))) return false;
  return isOnlyOfGame(trx, accountId, game);
}

interface Renewal {
  readonly proof: Proof;
  readonly owner: IdentityOwner;
  readonly session: Session;
  readonly options: SignInOptions;
}

/** A new session instead of the one from before. */
async function renew(trx: Transaction<Tables>, { proof, owner, session, options }: Renewal): Promise<SignInResult> {
  await trx
    .updateTable('social_identities')
    .set({ last_used_at: sql`now()` })
    .where('identity_id', '=', owner.identityId)
    .execute();
  await endSessionIn(trx, session.sessionId);
  return { Token: await beginIn(trx, owner, proof, options), AccountId: owner.accountId };
}
