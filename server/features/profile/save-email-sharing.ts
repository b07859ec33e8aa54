import type { Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';

/** Every interface for games checks whether the email is shared. */
export async function saveEmailSharing(
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
