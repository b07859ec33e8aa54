// Reads a player's friends. A friendship is two rows; queries use the caller's row, so ids of other players return
// nothing.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { maxFriends } from './friendship.ts';

export interface FriendRow {
  readonly friend_account_id: string;
  readonly account_name: string;
  readonly game_name: string;
  readonly status: string;
  readonly game: string | null;
  readonly in_this_game: boolean;
  readonly updated_at: Date;
}

/**
 * Ignores accounts that are not friends.
 * @param game absent: the latest status in any game
 */
export async function readFriendsByIds(
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
  /** Null if not within the last day. */
  readonly invited_at: Date | null;
}

/** At most `maxFriends`: players of the game first, then by last activity. */
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
    limit ${maxFriends}`.execute(db);
  return rows;
}

/** Within the last year, by priority, then newest first. */
export async function readFriendStatuses(db: Kysely<Tables>, accountId: string, game: string): Promise<FriendRow[]> {
  const { rows } = await sql<FriendRow>`
    select friends.friend_account_id, accounts.name as account_name, said.name as game_name, said.status, said.game,
      said.updated_at, true as in_this_game
    from friends
    join accounts on accounts.account_id = friends.friend_account_id
    join player_statuses said on said.account_id = friends.friend_account_id
    where friends.account_id = ${accountId} and said.game = ${game} and said.updated_at > ${yearAgo}
    order by said.priority desc, said.updated_at desc, friends.friend_account_id
    limit ${maxFriends}`.execute(db);
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
