import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { byPopularity, cardColumns, cardTables, choiceTables, type CardRow } from './game-cards.ts';

const most = 8;

/** The games most similar by genre and tags, or else the most played ones. */
export async function readRelated(db: Kysely<Tables>, game: string): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    with own as (select genre, tags from game_kinds where game = ${game}),
    alike as (
      select games.game, row_number() over (
        order by (case when game_kinds.genre = own.genre and own.genre <> '' then 2 else 0 end) + (
          select count(*) from unnest(game_kinds.tags) as tag where tag = any(own.tags)
        ) desc, ${byPopularity}
      ) as place
      from own cross join ${choiceTables}
      where games.published and games.game <> ${game}
      order by place limit ${most}
    )
    select ${cardColumns} from alike join (${cardTables}) on games.game = alike.game order by alike.place`.execute(db);
  return rows;
}
