// An invitation to a game is kept and not mailed. Nobody is pestered: a friend hears of a game from somebody once a day, and
// nobody invites more than a number of times in a day.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

export const mostInvitesADay = 50;

export type InviteOutcome = 'invited' | 'invited lately' | 'not a friend' | 'too many today' | 'no such account';

export interface Invite {
  readonly friendId: string;
  readonly game: string;
  readonly message: string;
}

export function inviteFriend(
  database: Database,
  accountId: string,
  { friendId, game, message }: Invite,
): Promise<InviteOutcome> {
  return database.transaction(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('merged_into', 'is', null)
      // As a merge locks it; and two invitations of one account follow each other, so that the bound holds.
      .forUpdate()
      .executeTakeFirst();
    if (!account) return 'no such account';
    const friend = await trx
      .selectFrom('friends')
      .select('friend_account_id')
      .where('account_id', '=', accountId)
      .where('friend_account_id', '=', friendId)
      .executeTakeFirst();
    if (!friend) return 'not a friend';
    const lately = await trx
      .selectFrom('friend_invites')
      .select(['friend_account_id', 'game'])
      .where('account_id', '=', accountId)
      .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
      .execute();
    if (lately.some((each) => each.friend_account_id === friendId && each.game === game)) return 'invited lately';
    if (lately.length >= mostInvitesADay) return 'too many today';
    await trx
      .insertInto('friend_invites')
      .values({ account_id: accountId, friend_account_id: friendId, game, message })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'friend_account_id', 'game'])
          .doUpdateSet({ message, created_at: sql<Date>`now()` }),
      )
      .execute();
    return 'invited';
  });
}
