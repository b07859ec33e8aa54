import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { GameConnectionResult } from '#model/account.ts';
import type { Database } from '#server/db/database.ts';
import { endSession } from '#server/features/sessions/sessions.ts';

export function disconnectGame(
  database: Database,
  accountId: string,
  game: string,
): Promise<Static<typeof GameConnectionResult>> {
  return database.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('connected_games')
      .where('account_id', '=', accountId)
      .where('game', '=', game)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return 'FailedGameOfThisTypeNotConnectedToYourAccount';
    await trx.deleteFrom('service_connections').where('account_id', '=', accountId).where('game', '=', game).execute();
    await trx
      .updateTable('refresh_tokens')
      .set({ revoked_at: sql<Date>`now()` })
      .where('account_id', '=', accountId)
      .where('game', '=', game)
      .where('revoked_at', 'is', null)
      .execute();
    const begunByIt = await trx
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', accountId)
      .where('game', '=', game)
      .where('revoked_at', 'is', null)
      .execute();
    for (const { session_id } of begunByIt) await endSession(trx, session_id);
    return 'Success';
  });
}
