// What a player learns about friends. A friendship is two rows, and one's own is asked: nobody is told about strangers,
// whatever ids they send.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface FriendRow {
  readonly friend_account_id: string;
  readonly account_name: string;
  /** As the game calls the friend; empty where it does not. */
  readonly game_name: string;
  /** Empty: nothing was said. */
  readonly status: string;
  readonly game: string | null;
  readonly in_this_game: boolean;
  readonly updated_at: Date;
}

/** Those of the given accounts that are friends, with the last thing that they said: in the game, if one is given. */
export async function readFriends(
  db: Kysely<Tables>,
  accountId: string,
  friendIds: readonly string[],
  game: string | undefined,
): Promise<FriendRow[]> {
  const { rows } = await sql<FriendRow>`
    select ${friendColumns(game)} from ${friendsOf(accountId, game)}
      and friends.friend_account_id = any(${[...friendIds]}::uuid[])
    order by array_position(${[...friendIds]}::uuid[], friends.friend_account_id)`.execute(db);
  return rows;
}

export interface ListedFriendRow extends FriendRow {
  /** When the account invited this friend to the game, if that was within the last day. */
  readonly invited_at: Date | null;
}

export const maxFriendsListed = 500;

/** All friends, those first who play the game, then whoever was heard of last. */
export async function listFriends(
  db: Kysely<Tables>,
  accountId: string,
  game: string | undefined,
): Promise<ListedFriendRow[]> {
  const { rows } = await sql<ListedFriendRow>`
    select ${friendColumns(game)}, (
      select created_at from friend_invites
      where account_id = ${accountId} and friend_account_id = friends.friend_account_id and game = ${game ?? null}::text
        and created_at > now() - interval '1 day'
    ) as invited_at
    from ${friendsOf(accountId, game)}
    order by in_this_game desc, updated_at desc, friends.friend_account_id
    limit ${maxFriendsListed}`.execute(db);
  return rows;
}

const maxStatuses = 500;

/** What friends said in a game within the last year, the loudest first, then the newest. */
export async function readStatuses(db: Kysely<Tables>, accountId: string, game: string): Promise<FriendRow[]> {
  const { rows } = await sql<FriendRow>`
    select friends.friend_account_id, accounts.name as account_name, said.name as game_name, said.status, said.game,
      said.updated_at, true as in_this_game
    from friends
    join accounts on accounts.account_id = friends.friend_account_id
    join player_statuses said on said.account_id = friends.friend_account_id
    where friends.account_id = ${accountId} and said.game = ${game} and said.updated_at > ${yearAgo}
    order by said.priority desc, said.updated_at desc, friends.friend_account_id
    limit ${maxStatuses}`.execute(db);
  return rows;
}

const yearAgo = sql`now() - interval '1 year'`;

const friendColumns = (game: string | undefined) => sql`
  friends.friend_account_id, accounts.name as account_name,
  coalesce(said.name, '') as game_name, coalesce(said.status, '') as status, said.game,
  coalesce(said.updated_at, friends.created_at) as updated_at,
  exists (
    select from connected_games where account_id = friends.friend_account_id and game = ${game ?? null}::text
  ) as in_this_game`;

const friendsOf = (accountId: string, game: string | undefined) => sql`
  friends
  join accounts on accounts.account_id = friends.friend_account_id
  left join lateral (
    select name, status, game, updated_at from player_statuses
    where account_id = friends.friend_account_id and updated_at > ${yearAgo}
      and (${game ?? null}::text is null or game = ${game ?? null}::text)
    order by updated_at desc limit 1
  ) said on true
  where friends.account_id = ${accountId}`;
