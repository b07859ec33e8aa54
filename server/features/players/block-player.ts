// Blocking an account. That nobody begins a session with it is a rule of the database; here is what has begun before.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { revokeRefreshTokens } from '#server/features/merging/merge-accounts.ts';
import { endSessionsIn } from '#server/features/sessions/sessions.ts';

/** How many sessions it ended. Blocking twice is blocking once. */
export function blockPlayer(database: Database, accountId: string): Promise<number> {
  return database.transaction(async (trx) => {
    // Waits for sessions that begin at this moment, and they for us.
    await sql`select 1 from accounts where account_id = ${accountId} for update`.execute(trx);
    await sql`update accounts set blocked_at = coalesce(blocked_at, now()) where account_id = ${accountId}`.execute(
      trx,
    );
    return signOutIn(trx, accountId);
  });
}

/** False: it was not blocked. */
export async function unblockPlayer({ kysely }: Database, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('accounts')
    .set({ blocked_at: null })
    .where('account_id', '=', accountId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends every session on every node, and what would begin the next one without a sign-in. */
export function signOutPlayer(database: Database, accountId: string): Promise<number> {
  return database.transaction((trx) => signOutIn(trx, accountId));
}

async function signOutIn(trx: Transaction<Tables>, accountId: string): Promise<number> {
  await revokeRefreshTokens(trx, accountId);
  await trx.deleteFrom('temp_tokens').where('account_id', '=', accountId).execute();
  return endSessionsIn(trx, accountId);
}
