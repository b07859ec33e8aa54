import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { cardColumns, cardTables, type CardRow } from './game-cards.ts';

/** The listed games among these names, each once. */
export async function readNamed(db: Kysely<Tables>, names: readonly string[]): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from ${cardTables}
    where games.published and games.game = any(${names}::text[])
    order by games.position, games.game`.execute(db);
  return rows;
}
