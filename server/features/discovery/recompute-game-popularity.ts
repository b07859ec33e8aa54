import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

const recentDays = 30;
/** It scans all connected games, so it may take longer than a request. */
const maxSeconds = 120;

export async function recomputeGamePopularity(database: Database): Promise<number> {
  return database.transaction(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(`${maxSeconds}s`)}`.execute(trx);
    const { numAffectedRows } = await sql`
      insert into game_popularity (game, plays, players, recent_players)
      select games.game, coalesce(sum(greatest(plays, 1)) filter (where account_id is not null), 0), count(account_id),
        count(account_id) filter (where last_played_at > now() - make_interval(days => ${recentDays}))
      from games
      left join connected_games on connected_games.game = games.game and last_played_at is not null
      group by games.game
      on conflict (game) do update set plays = excluded.plays, players = excluded.players,
        recent_players = excluded.recent_players, counted_at = now()`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
