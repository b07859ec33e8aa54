import type { Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';

/** Whether a game of the account learns its address. Every door that tells a game about its player asks for this. */
export async function shareEmail(
  db: Kysely<Tables>,
  accountId: string,
  game: string,
  share: boolean,
): Promise<boolean> {
  const connection = await db
    .updateTable('connected_games')
    .set({ email_shared: share })
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .returning('email_shared')
    .executeTakeFirst();
  if (!connection) throw new Problem('GameNotConnected', undefined, { param: game });
  return connection.email_shared;
}
