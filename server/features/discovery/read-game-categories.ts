import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface GameCategory {
  readonly kind: 'Genre' | 'Tag';
  readonly name: string;
  readonly games: number;
}

const most = 60;

export async function readGameCategories(db: Kysely<Tables>): Promise<GameCategory[]> {
  const { rows } = await sql<GameCategory>`
    select kind, name, games from (
      select kind, name, count(*) as games, row_number() over (partition by kind order by count(*) desc, name) as place
      from (
        select 'Genre' as kind, genre as name from game_categories join games using (game) where published and genre <> ''
        union all
        select 'Tag', tag from game_categories join games using (game) cross join unnest(tags) as tag where published
      ) as each_game
      group by kind, name
    ) as counted
    where place <= ${most} order by kind, place`.execute(db);
  return rows;
}
