// Blocks an account: the database prevents new sessions, this ends the existing ones.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { revokeRefreshTokens } from '#server/features/merging/merge-accounts.ts';
import { endSessionsOfAccount } from '#server/features/sessions/sessions.ts';
import { recordPlayerAct } from './record-player-act.ts';

export function blockAccount(database: Database, accountId: string, operator: string): Promise<number> {
  return database.transaction(async (trx) => {
    // Waits for sessions that are being created, and blocks new ones until the commit.
    await sql`select 1 from accounts where account_id = ${accountId} for update`.execute(trx);
    await sql`update accounts set blocked_at = coalesce(blocked_at, now()) where account_id = ${accountId}`.execute(
      trx,
    );
    await recordPlayerAct(trx, { accountId, act: 'block', operator });
    return signOutIn(trx, accountId);
  });
}

/** False: it was not blocked. */
export function unblockAccount(database: Database, accountId: string, operator: string): Promise<boolean> {
  return database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({ blocked_at: null })
      .where('account_id', '=', accountId)
      .where('blocked_at', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await recordPlayerAct(trx, { accountId, act: 'unblock', operator });
    return numUpdatedRows > 0n;
  });
}

/** Also revokes tokens that could open a session without signing in. */
export function signOutAccount(database: Database, accountId: string, operator: string): Promise<number> {
  return database.transaction(async (trx) => {
    await recordPlayerAct(trx, { accountId, act: 'sign-out', operator });
    return signOutIn(trx, accountId);
  });
}

async function signOutIn(trx: Transaction<Tables>, accountId: string): Promise<number> {
  await revokeRefreshTokens(trx, accountId);
  await trx.deleteFrom('temp_tokens').where('account_id', '=', accountId).execute();
  return endSessionsOfAccount(trx, accountId);
}
