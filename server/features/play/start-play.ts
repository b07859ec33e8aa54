// The start of play, as the account remembers it. On the own portal, whoever is signed in and plays a game for the first time
// is connected to it there and then, by one statement: of any number of starts at once one connects and all see the same
// `GameUid`. The row of the account is locked as a merge locks it, so that nothing is connected to an account that has become
// a part of another one.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { selectUnmergedAccount } from '#server/db/lock-account.ts';

/** Connects the game where it is not connected, and says when it was played. */
export async function startPlay({ kysely }: Database, accountId: string, game: string): Promise<void> {
  await sql`
    with player as (${selectUnmergedAccount(accountId)})
    insert into connected_games (account_id, game, game_uid, last_played_at, plays)
    select account_id, ${game}, ${randomUUID()}, now(), 1 from player
    on conflict (account_id, game) do update set last_played_at = now(), plays = ${countedOnce}`.execute(kysely);
}

/** On other platforms signing in connects; here is only said when it was played. */
export async function continuePlay({ kysely }: Database, accountId: string, game: string): Promise<void> {
  await kysely
    .updateTable('connected_games')
    .set({ last_played_at: sql<Date>`now()`, plays: countedOnce })
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .execute();
}

/** Whoever loads the page again, or comes back to it, goes on with the same play. */
const countedOnce = sql<number>`connected_games.plays
  + case when connected_games.last_played_at > now() - interval '10 minutes' then 0 else 1 end`;
