// The proof that allows a merge: a token for a session whose owner has just proved an identity of another account. It
// works once.
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { hashToken } from '#server/secrets/one-time-token.ts';

export interface MergeProofAccounts {
  readonly own: string;
  readonly other: string;
  /** If the other account is a guest: the only identity that can still sign in. */
  readonly guestIdentityId: string | null;
}

export async function readMergeProof(
  db: Kysely<Tables>,
  token: string,
  accountId: string,
): Promise<MergeProofAccounts | undefined> {
  const tokenHash = hashToken('fxp_', token);
  if (!tokenHash) return undefined;
  const { rows } = await sql<{ other: string | null; guestIdentityId: string | null }>`
    select other_account_id as other, guest_identity_id as "guestIdentityId"
    from kept_proofs p where ${isGood(tokenHash, accountId)}
  `.execute(db);
  const [found] = rows;
  if (!found || found.other === null) return undefined;
  return { own: accountId, other: found.other, guestIdentityId: found.guestIdentityId };
}

export async function consumeMergeProof(trx: Transaction<Tables>, token: string, accountId: string): Promise<boolean> {
  const tokenHash = hashToken('fxp_', token);
  if (!tokenHash) return false;
  const { rows } = await sql`
    update kept_proofs p set consumed_at = now() where ${isGood(tokenHash, accountId)} returning token_hash
  `.execute(trx);
  return rows.length > 0;
}

/**
 * The identity must belong to the other account; one in a game's scope counts only for an account that only the game
 * knows. For a guest it is reversed: the other account is the guest.
 */
function isGood(tokenHash: Buffer, accountId: string): RawBuilder<boolean> {
  return sql`
    p.token_hash = ${tokenHash} and p.purpose = 'merge' and p.account_id = ${accountId}
    and p.consumed_at is null and p.expires_at > now()
    and exists (
      select from accounts own, accounts other, social_identities i
      where own.account_id = p.account_id and own.merged_into is null
        and other.account_id = p.other_account_id and other.merged_into is null
        and i.type = p.type and i.external_id = p.external_id and i.game is not distinct from p.scope_game and i.confirmed
        and (i.account_id = other.account_id or (i.account_id = own.account_id and other.guest))
    )
    and (p.scope_game is null or not exists (
      select from social_identities i where i.account_id = p.other_account_id and i.game is distinct from p.scope_game
      union all
      select from connected_games g where g.account_id = p.other_account_id and g.game <> p.scope_game
    ))`;
}
