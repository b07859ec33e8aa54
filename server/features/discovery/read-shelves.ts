// Reads the shelves that are the same for all visitors, in one statement.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import {
  popularityOrderSql,
  gameCardColumnsSql,
  gameCardTablesSql,
  gameSelectionTablesSql,
  type GameCardRow,
} from './game-cards.ts';

export const shelfSize = 12;
const genreShelves = 4;
const tagShelves = 2;
/** More than one, because the first may be in maintenance. */
const candidates = 5;
const minOnShelf = 3;

export interface ShelfRows {
  readonly rows: readonly GameCardRow[];
  readonly total: number;
  readonly first: readonly string[];
  readonly popular: readonly string[];
  readonly newest: readonly string[];
  readonly kinds: readonly { readonly kind: 'Genre' | 'Tag'; readonly name: string; readonly games: string[] }[];
}

interface PlacedRow extends GameCardRow {
  readonly total: number;
  readonly popular_place: number;
  readonly new_place: number;
  readonly own_place: number;
}

interface KindRow {
  readonly kind: 'Genre' | 'Tag';
  readonly name: string;
  readonly games: string[];
}

export async function readShelves(db: Kysely<Tables>): Promise<ShelfRows> {
  const { rows } = await sql<PlacedRow & { kinds: KindRow[] }>`
    with placed as (
      select games.game, game_categories.genre, game_categories.tags, count(*) over () as total,
        row_number() over (order by ${popularityOrderSql}) as popular_place,
        row_number() over (order by games.released_at desc nulls last, games.position, games.game) as new_place,
        row_number() over (order by games.position, games.game) as own_place
      from ${gameSelectionTablesSql} where games.published
    ),
    of_kind as (
      select 'Genre' as kind, genre as name, game, popular_place from placed where genre <> ''
      union all
      select 'Tag', tag, game, popular_place from placed cross join unnest(tags) as tag
    ),
    ranked as (
      select kind, name, game, row_number() over (partition by kind, name order by popular_place) as place,
        count(*) over (partition by kind, name) as size
      from of_kind
    ),
    shelves as (
      select kind, name, array_agg(game order by place) as games, size,
        row_number() over (partition by kind order by size desc, name) as rank
      from ranked where place <= ${shelfSize} and size >= ${minOnShelf} group by kind, name, size
    ),
    kept as (
      select * from shelves where rank <= case kind when 'Genre' then ${genreShelves}::int else ${tagShelves}::int end
    )
    select ${gameCardColumnsSql}, placed.total, placed.popular_place, placed.new_place, placed.own_place,
      case when placed.popular_place = 1 then (
        select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'games', games) order by kind, rank), '[]')
        from kept
      ) end as kinds
    from placed join (${gameCardTablesSql}) on games.game = placed.game
    where placed.popular_place <= ${shelfSize} or placed.new_place <= ${shelfSize} or placed.own_place <= ${candidates}
      or exists (select from kept where placed.game = any(kept.games))
    order by placed.popular_place`.execute(db);
  const [first] = rows;
  const newest = rows.filter(({ new_place }) => new_place <= shelfSize);
  return {
    rows,
    total: first?.total ?? 0,
    first: rows
      .filter(({ own_place }) => own_place <= candidates)
      .toSorted((a, b) => a.own_place - b.own_place)
      .map(({ game }) => game),
    popular: rows.slice(0, shelfSize).map(({ game }) => game),
    newest: newest.toSorted((a, b) => a.new_place - b.new_place).map(({ game }) => game),
    kinds: first?.kinds ?? [],
  };
}
