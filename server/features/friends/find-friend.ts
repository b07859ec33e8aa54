import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** @param means whether an id of the request belongs to this friend */
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
