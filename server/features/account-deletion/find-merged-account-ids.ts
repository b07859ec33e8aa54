import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** The account and all accounts merged into it, directly or indirectly: one person. */
export async function findMergedAccountIds(db: Kysely<Tables>, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    with recursive family as (
      select account_id from accounts where account_id = ${accountId}
      union
      select shell.account_id from accounts shell join family on shell.merged_into = family.account_id
    )
    select account_id from family`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
