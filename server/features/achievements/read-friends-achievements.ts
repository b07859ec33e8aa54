import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

const maxFriendsShown = 100;

interface FriendAchievementsRow {
  readonly account_id: string;
  readonly name: string;
  readonly points: number;
  readonly unlocked: number;
}

/** Only friends who show their achievements, have the game connected, and have unlocked some in it. */
export async function readFriendsAchievements(
  db: Kysely<Tables>,
  accountId: string,
  game: string,
): Promise<FriendAchievementsRow[]> {
  const { rows } = await sql<FriendAchievementsRow>`
    select a.account_id, a.name, sum(c.points)::int as points, count(*)::int as unlocked
    from friends f
    join accounts a on a.account_id = f.friend_account_id
    join player_achievements p on p.account_id = a.account_id and p.game = ${game} and p.unlocked_at is not null
    join achievements c on c.game = p.game and c.code = p.code
    where f.account_id = ${accountId} and a.shows_achievements and a.merged_into is null and a.blocked_at is null
      and exists (select from connected_games g where g.account_id = a.account_id and g.game = ${game})
    group by a.account_id, a.name
    order by points desc, unlocked desc, a.name, a.account_id
    limit ${maxFriendsShown}`.execute(db);
  return rows;
}
