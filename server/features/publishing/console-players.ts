// Players of one game as its studio sees them: by the game's own id, and nothing of their accounts.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface GamePlayersQuery {
  readonly game: string;
  readonly gameUid: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

export interface GamePlayer {
  readonly game_uid: string;
  readonly connected_at: Date;
  readonly last_played_at: Date | null;
  readonly plays: number;
  readonly purchases: number;
}

export function listGamePlayers(
  db: Kysely<Tables>,
  { game, gameUid, after, limit }: GamePlayersQuery,
): Promise<GamePlayer[]> {
  return db
    .selectFrom('connected_games')
    .select(['game_uid', 'connected_at', 'last_played_at', 'plays'])
    .select(
      // The index of orders is by the id in lower case.
      sql<number>`(select count(*)::int from orders o
        where lower(o.game_uid) = lower(connected_games.game_uid) and o.game_uid = connected_games.game_uid
          and o.game = connected_games.game and o.paid_at is not null)`.as('purchases'),
    )
    .where('game', '=', game)
    .$if(gameUid !== undefined, (query) => query.where('game_uid', '=', gameUid ?? ''))
    .$if(after !== undefined, (query) => query.where('game_uid', '>', after ?? ''))
    .orderBy('game_uid')
    .limit(limit)
    .execute();
}
