// Records the start of play. Of concurrent first starts one connects the game, and all see the same `GameUid`. The
// account row is locked as in a merge, so that no game is connected to a merged account.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { buildUnmergedAccountSql } from '#server/db/lock-account.ts';

export async function connectGameAndRecordPlay({ kysely }: Database, accountId: string, game: string): Promise<void> {
  await sql`
    with player as (${buildUnmergedAccountSql(accountId)})
    insert into connected_games (account_id, game, game_uid, last_played_at, plays)
    select account_id, ${game}, ${randomUUID()}, now(), 1 from player
    on conflict (account_id, game) do update set last_played_at = now(), plays = ${countedOnce}`.execute(kysely);
}

/** On other platforms than the portal, signing in connects the game. */
export async function recordPlay({ kysely }: Database, accountId: string, game: string): Promise<void> {
  await kysely
    .updateTable('connected_games')
    .set({ last_played_at: sql<Date>`now()`, plays: countedOnce })
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .execute();
}

/** Reloading the page or returning to it soon counts as the same play. */
const countedOnce = sql<number>`connected_games.plays
  + case when connected_games.last_played_at > now() - interval '10 minutes' then 0 else 1 end`;
