// Invitations to a game, shown in the portal. Limited to one per friend and game a day, and a maximum per sender and
// day.
import { sql, type Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { lockAccount } from '#server/db/lock-account.ts';
import type { Tables } from '#server/db/tables.ts';
import type { NotifyPlayer } from '#server/features/push/notify-player.ts';
import { findFriend } from './find-friend.ts';

export const maxGameInvitesADay = 50;

type InviteFriendResult = 'invited' | 'invited lately' | 'not a friend' | 'too many today' | 'no such account';

interface InviteFriendParams {
  readonly means: (friendId: string) => boolean;
  readonly game: string;
  readonly message: string;
  readonly notifyPlayer: NotifyPlayer;
}

export function inviteFriendToGame(
  database: Database,
  accountId: string,
  { means, game, message, notifyPlayer }: InviteFriendParams,
): Promise<InviteFriendResult> {
  return database.transaction(async (trx) => {
    if (!(await lockAccount(trx, accountId, 'alone'))) return 'no such account';
    const friendId = await findFriend(trx, accountId, means);
    if (friendId === undefined) return 'not a friend';
    const lately = await readLately(trx, accountId);
    if (lately.some((each) => each.friend_account_id === friendId && each.game === game)) return 'invited lately';
    if (lately.length >= maxGameInvitesADay) return 'too many today';
    await trx
      .insertInto('friend_invites')
      .values({ account_id: accountId, friend_account_id: friendId, game, message })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'friend_account_id', 'game'])
          .doUpdateSet({ message, created_at: sql<Date>`now()`, answered_at: null }),
      )
      .execute();
    await notifyPlayer(trx, { type: 'invite', accountId: friendId, from: accountId, game, message });
    return 'invited';
  });
}

export async function countInvitesLeft(db: Kysely<Tables>, accountId: string): Promise<number> {
  return Math.max(0, maxGameInvitesADay - (await readLately(db, accountId)).length);
}

const readLately = (db: Kysely<Tables>, accountId: string) =>
  db
    .selectFrom('friend_invites')
    .select(['friend_account_id', 'game'])
    .where('account_id', '=', accountId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .execute();
