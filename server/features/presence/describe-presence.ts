// What a caller sees of an online friend. A portal session sees the game being played; a game session only whether the
// friend plays that game.
import { sql } from 'kysely';
import type { FriendEvents } from '#model/friend.ts';
import type { Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import type { FriendIds } from '#server/features/friends/friend-ids.ts';
import { toFriendReply, toDisplayName } from '#server/features/friends/friend-reply.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { PresenceHubDeps } from './presence-hub.ts';
import { readOnlineFriends, type OnlinePlayer } from './presence-rows.ts';

export interface PresenceDescriber extends Pick<PresenceHubDeps, 'describe' | 'describeSaid' | 'readName'> {
  readonly describeAll: (session: Session) => Promise<FriendEvents['here']>;
}

export function createPresenceDescriber({ kysely }: Database, ids: FriendIds): PresenceDescriber {
  const toPresence = (
    session: Session,
    friend: { readonly friend_account_id: string; readonly in_this_game: boolean },
    present: OnlinePlayer | undefined,
  ): FriendEvents['presence'] => {
    const games = present?.games ?? [];
    const game = session.game === undefined ? games[0] : games.find((each) => each === session.game);
    return {
      FriendAccountId: ids.idFor(session, friend),
      Online: session.game === undefined ? present !== undefined : game !== undefined,
      ...(game !== undefined && { Game: game }),
    };
  };
  const plays = async (accountId: string, game: string): Promise<boolean> => {
    const { rows } = await sql`
      select from connected_games where account_id = ${accountId} and game = ${game}`.execute(kysely);
    return rows.length > 0;
  };
  return {
    describe: async (session, friendId, present) => {
      const in_this_game = session.game !== undefined && (await plays(friendId, session.game));
      return toPresence(session, { friend_account_id: friendId, in_this_game }, present);
    },
    describeAll: async (session) => {
      const rows = await readOnlineFriends(kysely, session.accountId, session.game);
      const all = rows.map((row) => toPresence(session, { ...row, friend_account_id: row.account_id }, row));
      return { Friends: all.filter(({ Online }) => Online) };
    },
    describeSaid: ({ session, locale }, said) =>
      session.game !== undefined && session.game !== said.game
        ? undefined
        : { ...toFriendReply(said, locale), Game: said.game },
    readName: async (accountId: string, locale: Locale) => {
      const account = await kysely
        .selectFrom('accounts')
        .select('name')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return account && toDisplayName(account.name, locale);
    },
  };
}
