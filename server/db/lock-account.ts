// An account that became a part of another one is empty and stays so. Whoever writes for an account holds its row meanwhile, which
// a merge locks as well, and writes nothing if the account has been merged.
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** For a statement that writes what this selects: no row where the account is gone or merged. */
export const selectUnmergedAccount = (accountId: string): RawBuilder<{ account_id: string }> =>
  sql`select account_id from accounts where account_id = ${accountId} and merged_into is null for share`;

/** For several statements. `alone`: others who lock the account wait for each other, so that a bound holds. */
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
