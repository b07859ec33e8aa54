// A player's own shelves: recently played, favourites, and games that friends play.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { shelfSize } from './list-shelves.ts';

export interface PlayerShelves {
  readonly played: readonly string[];
  readonly favorites: readonly string[];
  readonly friends: readonly { readonly game: string; readonly friends: number }[];
}

interface PlacedRow {
  readonly shelf: 'played' | 'favorites' | 'friends';
  readonly game: string;
  readonly friends: number;
}

/** With more friends, only some of them are counted. */
const maxFriends = 500;

export async function readPlayerShelves(db: Kysely<Tables>, accountId: string): Promise<PlayerShelves> {
  const { rows } = await sql<PlacedRow>`
    with played as (
      select game, row_number() over (order by last_played_at desc nulls last, connected_at desc, game) as place
      from connected_games where account_id = ${accountId}
    ),
    favored as (
      select game, row_number() over (order by created_at desc, game) as place
      from favorites where account_id = ${accountId}
    ),
    befriended as (
      select friend_account_id from friends where account_id = ${accountId}
      order by created_at desc limit ${maxFriends}
    ),
    of_friends as (
      select game, count(*) as friends, row_number() over (order by count(*) desc, max(last_played_at) desc nulls last, game) as place
      from connected_games join befriended on befriended.friend_account_id = connected_games.account_id
      where coalesce(last_played_at, connected_at) > now() - interval '1 year'
      group by game
    )
    select shelf, game, friends from (
      select 'played' as shelf, game, 0 as friends, place from played
      union all select 'favorites', game, 0, place from favored
      union all select 'friends', game, friends, place from of_friends
    ) as placed
    where place <= ${shelfSize} order by shelf, place`.execute(db);
  const on = (shelf: PlacedRow['shelf']) => rows.filter((row) => row.shelf === shelf);
  return {
    played: on('played').map(({ game }) => game),
    favorites: on('favorites').map(({ game }) => game),
    friends: on('friends').map(({ game, friends }) => ({ game, friends })),
  };
}
