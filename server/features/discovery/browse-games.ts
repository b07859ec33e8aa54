// Search and filters. A name matches by substring or by enough shared trigrams, which tolerates typos in any language.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { GameSearch } from '#contract/discovery.ts';
import { fallbackLocale } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  popularityOrderSql,
  gameCardColumnsSql,
  gameCardTablesSql,
  gameSelectionTablesSql,
  isVisibleGameSql,
  type GameCardRow,
} from './game-cards.ts';

export const gamesPageSize = 24;

/** The minimum share of the query's trigrams that a name must contain. */
const minLikeness = 0.4;

/** @param accountId the player who looks. Their own games come first when nothing else decides */
export async function browseGames(
  db: Kysely<Tables>,
  asked: GameSearch,
  accountId?: string,
): Promise<{ rows: GameCardRow[]; total: number }> {
  const { Locale = fallbackLocale, Search, Genre, Tag, Orientation, Sort, Page = 1 } = asked;
  const search = Search?.trim() ?? '';
  const isSearch = search !== '';
  const least = isSearch ? minLikeness : 0;
  const orders: Record<NonNullable<typeof Sort>, RawBuilder<unknown>> = {
    Popular: popularityOrderSql,
    New: sql`games.released_at desc nulls last, games.position, games.game`,
    Name: sql`fold_name(coalesce(titles ->> ${Locale}, titles ->> ${fallbackLocale}, games.game)), games.game`,
  };
  const byOwner = accountId === undefined ? popularityOrderSql : sql`${ownFirst(accountId)}, ${popularityOrderSql}`;
  const order = Sort ? orders[Sort] : isSearch ? sql`likeness desc, ${popularityOrderSql}` : byOwner;
  const { rows } = await sql<GameCardRow & { total: number }>`
    with asked as (select fold_name(${search}) as name, name_grams(fold_name(${search})) as grams),
    hits as (${isSearch ? nameHits : everyGame}),
    found as (select game, max(likeness) as likeness from hits group by game having max(likeness) >= ${least}),
    page as (
      select games.game, count(*) over () as total, row_number() over (order by ${order}) as place
      from ${gameSelectionTablesSql} join found on found.game = games.game
      where ${isVisibleGameSql(accountId)}
        and (${Genre ?? null}::text is null or game_categories.genre = ${Genre ?? null})
        and (${Tag ?? null}::text is null or ${Tag ?? null} = any(game_categories.tags))
        and (${Orientation ?? null}::text is null or game_categories.orientation in (${Orientation ?? null}, 'Unspecified'))
      order by place limit ${gamesPageSize} offset ${(Page - 1) * gamesPageSize}
    )
    select ${gameCardColumnsSql}, page.total from page join (${gameCardTablesSql}) on games.game = page.game
    order by page.place`.execute(db);
  const [first] = rows;
  // Past the last page the window count is empty.
  if (!first && Page > 1) return { rows, total: (await browseGames(db, { ...asked, Page: 1 }, accountId)).total };
  return { rows, total: first?.total ?? 0 };
}

const ownFirst = (accountId: string): RawBuilder<unknown> => sql`
  games.game = any(array(select game from favorites where account_id = ${accountId})) desc,
  games.game = any(array(select game from connected_games where account_id = ${accountId})) desc`;

const everyGame = sql`select game, 1 as likeness from game_categories`;

/** A substring ranks above any similarity, a prefix highest. Trigrams are looked up in the index. */
const nameHits = sql`
  select game, case when starts_with(name, (select name from asked)) then 3 else 2 end as likeness
  from game_names where position((select name from asked) in name) > 0
  union all
  select game, count(*)::float / cardinality((select grams from asked))
  from unnest((select grams from asked)) as wanted join game_names on game_names.grams @> array[wanted]
  group by game, name`;
