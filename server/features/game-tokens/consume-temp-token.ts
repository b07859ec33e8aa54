import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { hashToken } from '#server/secrets/one-time-token.ts';

/** Acts once for the token's owner, without a session. Undefined if the token is invalid, expired or used. */
export async function consumeTempToken(
  db: Kysely<Tables>,
  token: string,
): Promise<{ readonly accountId: string; readonly game: string | undefined } | undefined> {
  const tokenHash = hashToken('fxt_', token);
  if (!tokenHash) return undefined;
  const { rows } = await sql<{ account_id: string; game: string | null }>`
    update temp_tokens set consumed_at = now()
    from sessions source
    where temp_tokens.token_hash = ${tokenHash}
      and temp_tokens.consumed_at is null and temp_tokens.expires_at > now()
      and source.session_id = temp_tokens.session_id
      and source.revoked_at is null and source.expires_at > now()
    returning temp_tokens.account_id, source.game`.execute(db);
  const [spent] = rows;
  return spent && { accountId: spent.account_id, game: spent.game ?? undefined };
}

export async function readTempToken(db: Kysely<Tables>, token: string): Promise<string | undefined> {
  const tokenHash = hashToken('fxt_', token);
  if (!tokenHash) return undefined;
  const { rows } = await sql<{ account_id: string }>`
    select temp_tokens.account_id from temp_tokens join sessions source using (session_id)
    where temp_tokens.token_hash = ${tokenHash}
      and temp_tokens.consumed_at is null and temp_tokens.expires_at > now()
      and source.revoked_at is null and source.expires_at > now()`.execute(db);
  return rows[0]?.account_id;
}
