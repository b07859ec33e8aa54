// Registers a guest, who keeps the AccountId and all data. Anyone who used this guest account before loses access; of
// its earlier identities only the one that started this session can still sign in.
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { SignInResult } from '#identities/port.server.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { Tables } from '#server/db/tables.ts';
import { endSessionsOfAccount, type Session } from '#server/features/sessions/sessions.ts';
import { startSession, type SignInOptions } from './start-session.ts';
import { attachIdentity } from './scoped-identities.ts';
import { choosePlayerName, copyVendorProfile, type SessionAccount } from './vendor-profile.ts';

interface GuestRegistration {
  readonly proof: VerifiedProof;
  readonly account: SessionAccount;
  readonly session: Session;
  readonly options: SignInOptions;
}

export async function upgradeGuestAccount(
  trx: Transaction<Tables>,
  { proof, account, session, options }: GuestRegistration,
): Promise<SignInResult> {
  const accountId = account.account_id;
  const { identityId } = await attachIdentity(trx, accountId, { ...proof.identity, scope: options.scope });
  await copyVendorProfile(trx, account, proof, options);
  await trx
    .updateTable('accounts')
    // A player proved only by one game's platform is not registered at the portal yet.
    .set({ guest: options.scope !== undefined, ...(proof.name !== undefined && { name: choosePlayerName(proof) }) })
    .where('account_id', '=', accountId)
    .execute();
  await suspendIdentities(trx, accountId, [identityId, session.identityId]);
  await revokeAccountAccess(trx, accountId);
  return { Token: await startSession(trx, { accountId, identityId }, proof, options), AccountId: accountId };
}

/** Suspended identities find no account. Returns their ids. */
export async function suspendIdentities(
  trx: Transaction<Tables>,
  accountId: string,
  proved: readonly (string | undefined)[],
): Promise<string[]> {
  const { rows } = await sql<{ identity_id: string }>`
    update social_identities set confirmed = false
    where account_id = ${accountId} and confirmed
      and identity_id <> all(${proved.filter((id) => id !== undefined)}::uuid[])
    returning identity_id`.execute(trx);
  return rows.map(({ identity_id }) => identity_id);
}

/** Ends sessions, tokens and pending proofs. */
export async function revokeAccountAccess(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await endSessionsOfAccount(trx, accountId);
  await trx
    .updateTable('refresh_tokens')
    .set({ revoked_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
  await sql`delete from kept_proofs where account_id = ${accountId} or other_account_id = ${accountId}`.execute(trx);
  await trx.deleteFrom('connect_invites').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('mail_links').where('account_id', '=', accountId).execute();
}
