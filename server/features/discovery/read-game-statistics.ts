import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { isVisibleGameSql } from './game-cards.ts';

export interface GameStatistics {
  readonly plays: number;
  readonly players: number;
  readonly released_at: Date | null;
}

export function readGameStatistics(
  db: Kysely<Tables>,
  game: string,
  accountId?: string,
): Promise<GameStatistics | undefined> {
  return db
    .selectFrom('games')
    .leftJoin('game_popularity', 'game_popularity.game', 'games.game')
    .select([
      'released_at',
      sql<number>`coalesce(plays, 0)`.as('plays'),
      sql<number>`coalesce(players, 0)`.as('players'),
    ])
    .where('games.game', '=', game)
    .where(isVisibleGameSql(accountId))
    .executeTakeFirst();
}
