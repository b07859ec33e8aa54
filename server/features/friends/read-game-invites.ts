// Invitations that a player received, from current friends only.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

interface InviteRow {
  readonly friend_account_id: string;
  readonly account_name: string;
  readonly game: string;
  readonly message: string;
  readonly in_this_game: boolean;
  readonly created_at: Date;
}

export const maxInvitesShown = 50;

export async function readGameInvites(
  db: Kysely<Tables>,
  accountId: string,
  game: string | undefined,
): Promise<InviteRow[]> {
  const { rows } = await sql<InviteRow>`
    select invites.account_id as friend_account_id, accounts.name as account_name, invites.game, invites.message,
      invites.created_at,
      exists (
        select from connected_games where account_id = invites.account_id and game = invites.game
      ) as in_this_game
    from friend_invites invites
    join friends on friends.account_id = invites.friend_account_id and friends.friend_account_id = invites.account_id
    join accounts on accounts.account_id = invites.account_id
    where invites.friend_account_id = ${accountId} and invites.answered_at is null
      and (${game ?? null}::text is null or invites.game = ${game ?? null}::text)
    order by invites.created_at desc, invites.account_id, invites.game
    limit ${maxInvitesShown}`.execute(db);
  return rows;
}

export async function removeGameInvite(
  db: Kysely<Tables>,
  accountId: string,
  { friendId, game }: { readonly friendId: string; readonly game: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('friend_invites')
    .set({ answered_at: sql<Date>`now()` })
    .where('account_id', '=', friendId)
    .where('friend_account_id', '=', accountId)
    .where('game', '=', game)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
