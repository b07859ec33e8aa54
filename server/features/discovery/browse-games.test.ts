// The search in memory finds and orders games as the statement did that it replaced.
import { sql, type RawBuilder } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GameSearch } from '#contract/discovery.ts';
import { fallbackLocale } from '#model/locale.ts';
import { listenForNodeSignals, type NodeSignals } from '#server/db/node-signals.ts';
import { createOutageMemory } from '#server/db/outage-memory.ts';
import { createOwnWritesWaiter } from '#server/db/own-writes.ts';
import { createGameCatalogue } from '#server/features/games/game-catalogue.ts';
import { createLog } from '#server/http/log.ts';
import { buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { browseGames, gamesPageSize, isOwnFirst } from './browse-games.ts';
import { foldName, listNameGrams } from './fold-name.ts';
import { createGameListsReader, type ReadGameLists } from './game-lists.ts';
import { createOwnGamesReader } from './read-own-games.ts';

const log = createLog({ level: 'silent' });
let testing: TestDatabase;
let signals: NodeSignals;
let readLists: ReadGameLists;
let player: string;

const words = [
  'Dragon',
  'Dragoon',
  'Łowca',
  'smoków',
  'Путь',
  'дракона',
  'ドラゴン',
  '巨龙之路',
  'راه',
  'اژدها',
  'IŞIK',
  'Ґанок',
];
const more = ['Quest', 'of', 'the', 'ΟΔΟΣ', 'Straße', 'Ejderi', "Rock'n'Roll", '3D', 'ﬁre', 'a—b', '龙', 'Øre'];
const tags = ['story', 'relaxing', 'Dragons'];
const genres = ['Arcade', 'Adventure', ''];
const games = Array.from({ length: 60 }, (_, at) => `game-${at}`);
const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value;

beforeAll(async () => {
  testing = await createTestDatabase();
  const { database } = testing;
  await buildGames(database, games);
  for (const [at, game] of games.entries())
    await changeGame(database, game, (config) => ({
      ...config,
      GameOrientation: pick(['Vertical', 'Horizontal', 'Unspecified'] as const, at),
      StorePage: {
        ...config.StorePage,
        Title: {
          en: `${pick(words, at)} ${pick(more, at * 5)} ${at % 7}`,
          ...(at % 2 === 0 && { ru: `${pick(words, at + 4)} ${pick(words, at + 5)}` }),
          ...(at % 3 === 0 && { tr: pick(more, at + 3) }),
        },
        Genre: pick(genres, at),
        Tags: tags.filter((_, index) => (at >> index) % 2 === 1),
      },
    }));
  await sql`update games set published = false where game = 'game-7'`.execute(database.kysely);
  await sql`update games set released_at = '2026-01-01'::timestamptz + make_interval(days => hashtext(game) % 100)`.execute(
    database.kysely,
  );
  await sql`insert into game_popularity (game, plays, players, recent_players)
    select game, 1, 1, abs(hashtext(game)) % 4 from games where game <> 'game-1'`.execute(database.kysely);
  player = await buildAccount(database, {
    favorites: ['game-9', 'game-30'],
    games: ['game-30', 'game-3', 'game-7'].map((game) => ({ game, uid: game })),
  });
  signals = await listenForNodeSignals(testing.connection, log);
  const nowMs = (): number => performance.now();
  const waitForOwnWrites = createOwnWritesWaiter(database, signals);
  const outage = createOutageMemory(database, signals, nowMs);
  readLists = createGameListsReader(createGameCatalogue({ database, signals, waitForOwnWrites, outage, log, nowMs }));
});
afterAll(async () => {
  await signals.close();
  await testing.drop();
});

const text = fc.oneof(
  fc.constantFrom(...words, ...more, ...tags, ...genres, ...games),
  fc.tuple(fc.constantFrom(...words, ...more), fc.nat(12)).map(([word, at]) => word.slice(0, at) + word.slice(at + 1)),
  fc.tuple(fc.constantFrom(...words), fc.constantFrom(...more)).map((two) => two.join(' ').slice(1)),
  fc.string({ maxLength: 6, unit: 'grapheme' }),
);
// PostgreSQL stores no NUL and no lone surrogates.
const storable = text.filter((given) => given.isWellFormed() && !given.includes('\0'));

test('folds names and makes trigrams as the database does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(storable, { minLength: 1, maxLength: 20 }), async (all) => {
      const { rows } = await sql<{ folded: string; grams: string[] }>`
        select fold_name(given) as folded, name_grams(fold_name(given)) as grams
        from unnest(${all}::text[]) with ordinality as each (given, place) order by place`.execute(
        testing.database.kysely,
      );
      const own = all.map((given) => {
        const folded = foldName(given);
        return { folded, grams: [...listNameGrams(folded)].toSorted() };
      });
      expect(own).toEqual(rows.map(({ folded, grams }) => ({ folded, grams: grams.toSorted() })));
    }),
    { numRuns: 40 },
  );
});

test('finds the same games in the same order as the statement did', async () => {
  const readOwnGames = createOwnGamesReader(testing.database);
  const asked: fc.Arbitrary<GameSearch> = fc.record(
    {
      Locale: fc.constantFrom('en', 'ru', 'ja'),
      Search: storable,
      Genre: fc.constantFrom(...genres, 'None'),
      Tag: fc.constantFrom(...tags),
      Orientation: fc.constantFrom('Vertical', 'Horizontal', 'Unspecified'),
      Sort: fc.constantFrom('Popular', 'New', 'Name'),
      Page: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(asked, fc.boolean(), async (search, isPlayer) => {
      const accountId = isPlayer ? player : undefined;
      const lists = await readLists();
      const own = accountId !== undefined && isOwnFirst(search) ? await readOwnGames(accountId) : undefined;
      const { games: found, total } = browseGames(lists, search, { seesHidden: false, own });
      const before = await browseWithStatement(search, accountId);
      expect({ names: found.map(({ game }) => game), total }).toEqual(before);
    }),
    { numRuns: 300 },
  );
});

/** The statement that searched before the games were kept in memory. */
async function browseWithStatement(
  asked: GameSearch,
  accountId: string | undefined,
): Promise<{ names: string[]; total: number }> {
  const { Locale = fallbackLocale, Search, Genre, Tag, Orientation, Sort, Page = 1 } = asked;
  const search = Search?.trim() ?? '';
  const isSearch = search !== '';
  const popularity = sql`coalesce(game_popularity.recent_players, 0) desc, games.position, games.game`;
  const orders: Record<NonNullable<typeof Sort>, RawBuilder<unknown>> = {
    Popular: popularity,
    New: sql`games.released_at desc nulls last, games.position, games.game`,
    Name: sql`fold_name(coalesce(titles ->> ${Locale}, titles ->> ${fallbackLocale}, games.game)), games.game`,
  };
  const byOwner =
    accountId === undefined
      ? popularity
      : sql`
          games.game = any(array(select game from favorites where account_id = ${accountId})) desc,
          games.game = any(array(select game from connected_games where account_id = ${accountId})) desc, ${popularity}`;
  const order = Sort ? orders[Sort] : isSearch ? sql`likeness desc, ${popularity}` : byOwner;
  const { rows } = await sql<{ game: string; place: number; total: number }>`
    with asked as (select fold_name(${search}) as name, name_grams(fold_name(${search})) as grams),
    hits as (${isSearch ? nameHits : sql`select game, 1 as likeness from game_categories`}),
    found as (select game, max(likeness) as likeness from hits group by game having max(likeness) >= ${isSearch ? 0.4 : 0})
    select games.game, count(*) over () as total, row_number() over (order by ${order}) as place
    from games join game_categories on game_categories.game = games.game
    left join game_popularity on game_popularity.game = games.game
    join found on found.game = games.game
    where games.published
      and (${Genre ?? null}::text is null or game_categories.genre = ${Genre ?? null})
      and (${Tag ?? null}::text is null or ${Tag ?? null} = any(game_categories.tags))
      and (${Orientation ?? null}::text is null or game_categories.orientation in (${Orientation ?? null}, 'Unspecified'))
    order by place`.execute(testing.database.kysely);
  const page = rows.slice((Page - 1) * gamesPageSize, Page * gamesPageSize);
  return { names: page.map(({ game }) => game), total: rows[0]?.total ?? 0 };
}

const nameHits = sql`
  select game, case when starts_with(name, (select name from asked)) then 3 else 2 end as likeness
  from game_names where position((select name from asked) in name) > 0
  union all
  select game, count(*)::float / cardinality((select grams from asked))
  from unnest((select grams from asked)) as wanted join game_names on game_names.grams @> array[wanted]
  group by game, name`;
