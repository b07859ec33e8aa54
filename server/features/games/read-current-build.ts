import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';

export function createCurrentBuildReader(database: Database): (game: string) => Promise<number | undefined> {
  const read = database.prepareRead(
    compileStatement(({ game }: { game: string }) =>
      database.kysely
        .selectFrom('builds')
        .select('build_number')
        .where('game', '=', game)
        .where('url', '=', '/')
        .orderBy('build_number', 'desc')
        .limit(sql.lit(1)),
    ),
  );
  return async (game) => (await read({ game }))[0]?.build_number;
}
