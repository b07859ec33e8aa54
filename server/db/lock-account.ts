// A merged account is empty and must stay so. Every write for an account locks its row, as a merge does, and writes
// nothing if the account has been merged.
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** For a single writing statement: selects no row if the account is gone or merged. */
export const buildUnmergedAccountSql = (accountId: string): RawBuilder<{ account_id: string }> =>
  sql`select account_id from accounts where account_id = ${accountId} and merged_into is null for share`;

/** For several statements. `alone`: an exclusive lock, so that counted limits hold. */
export async function lockAccount(
  trx: Transaction<Tables>,
  accountId: string,
  mode: 'shared' | 'alone',
): Promise<boolean> {
  const query = trx
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('merged_into', 'is', null);
  return (await (mode === 'alone' ? query.forUpdate() : query.forShare()).executeTakeFirst()) !== undefined;
}
