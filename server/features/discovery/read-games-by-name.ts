import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { gameCardColumnsSql, gameCardTablesSql, isVisibleGameSql, type GameCardRow } from './game-cards.ts';

export async function readGamesByName(
  db: Kysely<Tables>,
  names: readonly string[],
  accountId?: string,
): Promise<GameCardRow[]> {
  const { rows } = await sql<GameCardRow>`
    select ${gameCardColumnsSql} from ${gameCardTablesSql}
    where ${isVisibleGameSql(accountId)} and games.game = any(${names}::text[])
    order by games.position, games.game`.execute(db);
  return rows;
}
