import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { FriendRow } from '#server/features/friends/read-friends.ts';

export type PlayerStatus = FriendRow & { readonly game: string };

export async function readPlayerStatuses(
  db: Kysely<Tables>,
  asked: readonly { readonly accountId: string; readonly game: string }[],
): Promise<PlayerStatus[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<PlayerStatus>`
    select s.account_id as friend_account_id, a.name as account_name, s.name as game_name, s.status, s.game, s.updated_at,
      true as in_this_game
    from unnest(${asked.map(({ accountId }) => accountId)}::uuid[], ${asked.map(({ game }) => game)}::text[])
      as asked (account_id, game)
    join player_statuses s using (account_id, game)
    join accounts a using (account_id)`.execute(db);
  return rows;
}
