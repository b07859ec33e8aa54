// A player's own shelves: recently played, favourites, and games that friends play.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { gameCardColumnsSql, gameCardTablesSql, isVisibleGameSql, type GameCardRow } from './game-cards.ts';
import { shelfSize } from './read-shelves.ts';

export interface PlayerShelves {
  readonly rows: readonly GameCardRow[];
  readonly played: readonly string[];
  readonly favorites: readonly string[];
  readonly friends: readonly { readonly game: string; readonly friends: number }[];
}

interface OwnRow extends GameCardRow {
  readonly played_place: number | null;
  readonly favorite_place: number | null;
  readonly friend_place: number | null;
  readonly friends: number | null;
}

/** With more friends, only some of them are counted. */
const maxFriends = 500;

export async function readPlayerShelves(db: Kysely<Tables>, accountId: string): Promise<PlayerShelves> {
  const { rows } = await sql<OwnRow>`
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
    select ${gameCardColumnsSql}, played.place as played_place, favored.place as favorite_place,
      of_friends.place as friend_place, of_friends.friends
    from (${gameCardTablesSql})
    left join played on played.game = games.game and played.place <= ${shelfSize}
    left join favored on favored.game = games.game and favored.place <= ${shelfSize}
    left join of_friends on of_friends.game = games.game and of_friends.place <= ${shelfSize}
    where ${isVisibleGameSql(accountId)} and games.game in (
      select game from played where place <= ${shelfSize}
      union select game from favored where place <= ${shelfSize}
      union select game from of_friends where place <= ${shelfSize}
    )`.execute(db);
  return {
    rows,
    played: namesBy(rows, 'played_place'),
    favorites: namesBy(rows, 'favorite_place'),
    friends: placed(rows, 'friend_place').map(({ game, friends }) => ({ game, friends: friends ?? 0 })),
  };
}

type Place = 'played_place' | 'favorite_place' | 'friend_place';

const placed = (rows: readonly OwnRow[], place: Place): OwnRow[] =>
  rows.filter((row) => row[place] !== null).toSorted((a, b) => (a[place] ?? 0) - (b[place] ?? 0));

const namesBy = (rows: readonly OwnRow[], place: Place): string[] => placed(rows, place).map(({ game }) => game);
