import { sql, type Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** The number of the newest build of a game that is at `/` of its host. */
export function currentBuildReader(database: Database): (game: string) => Promise<number | undefined> {
  const read = database.prepare(currentBuildStatement(database.kysely));
  return async (game) => (await read(game, '/'))[0]?.build_number;
}

/** Parameters: the game and the path. */
const currentBuildStatement = (db: Kysely<Tables>) =>
  db
    .selectFrom('builds')
    .select('build_number')
    .where('game', '=', 'any')
    .where('url', '=', '/')
    .orderBy('build_number', 'desc')
    // A number that is written out would be a parameter.
    .limit(sql.lit(1));
