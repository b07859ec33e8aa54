import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** The friend of an account whom an id means: as the portal has it, or as a game does. */
export async function findFriend(
  db: Kysely<Tables>,
  accountId: string,
  means: (friendId: string) => boolean,
): Promise<string | undefined> {
  const friends = await db
    .selectFrom('friends')
    .select('friend_account_id')
    .where('account_id', '=', accountId)
    .execute();
  return friends.find(({ friend_account_id }) => means(friend_account_id))?.friend_account_id;
}
