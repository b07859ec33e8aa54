// What a proof does in an existing session.
//
// - Full session of a player: the account's own identity makes the session fresh. A new identity is added; another
//   account's identity returns an offer to merge. Both need a fresh session.
// - A guest registers and keeps its AccountId, or is signed in to the account that it proved.
// - A session limited to a game adds nothing to a player's account, because the game may hold the session. It registers
//   a guest whom only that game knows. A game's assertion registers no one.
//
// Otherwise, and in transferred sessions, the proof counts as if there were no session. Exception within a game's
// scope: a guest whom the platform did not identify becomes the player whom the platform proves.
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { SignInResult } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { Database } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import type { Tables } from '#server/db/tables.ts';
import { requireFreshSession } from '#server/features/sessions/admit-session.ts';
import { endSession, type Session } from '#server/features/sessions/sessions.ts';
import { startSession, requireCallerToken, type SignInOptions } from './start-session.ts';
import {
  attachIdentity,
  findIdentityOwner,
  isUnprovedGuest,
  isKnownOnlyToGame,
  type IdentityOwner,
} from './scoped-identities.ts';
import { offerGuestMerge, offerMerge } from './offer-merge.ts';
import { copyVendorProfile, type SessionAccount } from './vendor-profile.ts';
import { upgradeGuestAccount } from './upgrade-guest-account.ts';
import type { NotifyIdentityChange } from './notify-identity-change.ts';

interface SignInWithSessionDeps {
  readonly database: Database;
  readonly notifyIdentityChange: NotifyIdentityChange;
}

/** Undefined if the proof counts without the session. */
export async function signInDuringSession(
  { database, notifyIdentityChange }: SignInWithSessionDeps,
  proof: VerifiedProof,
  options: SignInOptions,
  session: Session,
): Promise<SignInResult | undefined> {
  if (session.handed) return undefined;
  const work = database.transaction(async (trx) => {
    const account = await lockAccount(trx, session.accountId);
    const identity = { ...proof.identity, scope: options.scope };
    const owner = await findIdentityOwner(trx, identity);
    const isOwn = owner?.accountId === account.account_id;
    if (account.guest) {
      if (isOwn || !(await mayRegister(trx, session, options))) return undefined;
      if (owner && options.scope !== undefined) return undefined;
      if (owner) return offerGuestMerge(trx, { proof, owner, session, options });
      return upgradeGuestAccount(trx, { proof, account, session, options });
    }
    if (session.game !== undefined) return undefined;
    // A game's assertion about a player who is signed in already does not prove who sits at the device.
    if (isOwn) return options.scope === undefined ? renew(trx, { proof, owner, session, options }) : undefined;
    if (!options.requestedWhileFresh) requireFreshSession(session);
    if (owner) return offerMerge(trx, { proof, owner, session, options });
    const { identityId, change } = await attachIdentity(trx, account.account_id, identity);
    // Notify before the new address is stored, so that only the previous address gets the email.
    await notifyIdentityChange(trx, account.account_id, { change, identityId, ...identity });
    await copyVendorProfile(trx, account, proof, options);
    if (options.scope !== undefined) return { Token: requireCallerToken(options), AccountId: account.account_id };
    return renew(trx, { proof, owner: { accountId: account.account_id, identityId }, session, options });
  });
  return work.catch((error: unknown) => {
    // Another account added the identity concurrently: nothing has changed, and the next attempt finds the owner.
    if (isUniqueViolation(error)) throw new Problem('Conflict', undefined, { cause: error });
    throw error;
  });
}

/** The row is locked, so of two concurrent proofs the second sees the first one's changes. */
async function lockAccount(trx: Transaction<Tables>, accountId: string): Promise<SessionAccount> {
  const account = await trx
    .selectFrom('accounts')
    .select(['account_id', 'guest', 'email', 'email_validated'])
    .where('account_id', '=', accountId)
    // The account may just have been merged into another.
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
  if (scope === undefined) return game === undefined || isKnownOnlyToGame(trx, accountId, game);
  if (type === undefined || game !== scope || !(await isUnprovedGuest(trx, accountId, { type, scope }))) return false;
  return isKnownOnlyToGame(trx, accountId, game);
}

interface Renewal {
  readonly proof: VerifiedProof;
  readonly owner: IdentityOwner;
  readonly session: Session;
  readonly options: SignInOptions;
}

async function renew(trx: Transaction<Tables>, { proof, owner, session, options }: Renewal): Promise<SignInResult> {
  await trx
    .updateTable('social_identities')
    .set({ last_used_at: sql`now()` })
    .where('identity_id', '=', owner.identityId)
    .execute();
  await endSession(trx, session.sessionId);
  return { Token: await startSession(trx, owner, proof, options), AccountId: owner.accountId };
}
