import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import {
  popularityOrderSql,
  gameCardColumnsSql,
  gameCardTablesSql,
  gameSelectionTablesSql,
  type GameCardRow,
} from './game-cards.ts';

const most = 8;

/** The games most similar by genre and tags, or else the most played ones. */
export async function readRelatedGames(db: Kysely<Tables>, game: string): Promise<GameCardRow[]> {
  const { rows } = await sql<GameCardRow>`
    with own as (select genre, tags from game_categories where game = ${game}),
    alike as (
      select games.game, row_number() over (
        order by (case when game_categories.genre = own.genre and own.genre <> '' then 2 else 0 end) + (
          select count(*) from unnest(game_categories.tags) as tag where tag = any(own.tags)
        ) desc, ${popularityOrderSql}
      ) as place
      from own cross join ${gameSelectionTablesSql}
      where games.published and games.game <> ${game}
      order by place limit ${most}
    )
    select ${gameCardColumnsSql} from alike join (${gameCardTablesSql}) on games.game = alike.game order by alike.place`.execute(
    db,
  );
  return rows;
}
