import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { allowLongStatements } from './event-days.ts';

export interface PlayedGames {
  readonly accountIds: readonly string[];
  /** The game of the account at the same place. */
  readonly games: readonly string[];
}

/** Records that these accounts started these games on this day. */
export async function writePlayerDays(
  database: Database,
  day: string,
  { accountIds, games }: PlayedGames,
): Promise<void> {
  await database.transaction(async (trx) => {
    await allowLongStatements(trx);
    await sql`
      insert into analytics_player_days (account_id, game, day, first_day)
      select account_id, game, ${day}::date, ${firstDayOfPlayer(day)}
      from (
        select * from unnest(${[...accountIds]}::uuid[], ${[...games]}::text[]) as pairs (account_id, game)
      ) played
      join accounts using (account_id)
      join games using (game)
      on conflict do nothing`.execute(trx);
  });
}

/** The first day on which a row of `played` started its game. */
export const firstDayOfPlayer = (day: string) => sql`
  coalesce((
    select min(first_day) from analytics_player_days before
    where before.account_id = played.account_id and before.game = played.game
  ), ${day}::date)`;
