// What finding games costs with a thousand of them: bytes of each answer as it is and as it travels, and statements for the
// first caller and for the next one. The list of all games, which clients of the specification ask for, is the reference.
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { createDiscoveryRoutes } from '#server/features/discovery/routes.ts';
import { createGamesRoutes } from '#server/features/games/routes.ts';
import { compressBytes } from '#server/http/compress-bytes.ts';
import type { Call } from '#server/http/implement.ts';
import type { Route } from '#model/route.ts';

const count = 1000;
const place = { gamesUrl: 'https://{game}.games.example', basePath: '/', now: () => new Date() };

export async function measureDiscovery(database: Database, print: (line: object) => void): Promise<void> {
  await makeManyGames(database);
  const { list } = createGamesRoutes(database, { ...place, routerType: 'browser', readPlatformData: async () => ({}) });
  const { shelves, browse, about } = createDiscoveryRoutes(database, place);
  const calls: Record<string, () => Promise<unknown>> = {
    'games.list': () => list(callWith({ Locale: 'en' })),
    'discovery.shelves': () => shelves(callWith({ Locale: 'en' })),
    'discovery.browse': () => browse(callWith({ Locale: 'en' })),
    'discovery.browse with a slip': () => browse(callWith({ Locale: 'en', Search: 'dragn' })),
    'discovery.about': () => about(callWith({ Locale: 'en', Game: 'many-1' })),
  };
  for (const [call, ask] of Object.entries(calls)) {
    const [reply, statements] = await countStatements(ask);
    const [, nextStatements] = await countStatements(ask);
    const startedMs = performance.now();
    await ask();
    const ms = Math.round(performance.now() - startedMs);
    const bytes = Buffer.from(JSON.stringify(reply));
    const sentBytes = (await compressBytes(bytes, 'br')).length;
    print({ measure: 'discovery', call, games: count, bytes: bytes.length, sentBytes, statements, nextStatements, ms });
  }
}

/** A handler reads no more of a call than this. */
const callWith = <C>(body: object): C => ({ body, query: {}, params: {} }) as Partial<Call<Route>> as C;

async function countStatements(ask: () => Promise<unknown>): Promise<[reply: unknown, statements: number]> {
  const { prototype } = pg.Client;
  // Every statement of every pool goes through it.
  const query = Reflect.get(prototype, 'query') as (...given: unknown[]) => unknown;
  let statements = 0;
  const counting = function (this: pg.Client, ...given: unknown[]): unknown {
    statements += 1;
    return Reflect.apply(query, this, given);
  };
  Reflect.set(prototype, 'query', counting);
  try {
    return [await ask(), statements];
  } finally {
    Reflect.set(prototype, 'query', query);
  }
}

async function makeManyGames({ kysely }: Database): Promise<void> {
  const { config } = await kysely
    .selectFrom('games')
    .select('config')
    .where('game', '=', 'gem-miner')
    .executeTakeFirstOrThrow();
  const pick = (words: readonly string[], at: number): string => words[at % words.length] ?? '';
  const rows = Array.from({ length: count }, (_, at) => {
    const Title = { ...config.StorePage.Title, en: `${pick(first, at)} ${pick(second, Math.floor(at / 10))} ${at}` };
    const StorePage = { ...config.StorePage, Title, Genre: pick(genres, at), Tags: [pick(tags, at)] };
    return { game: `many-${at}`, position: 100 + at, config: JSON.stringify({ ...config, StorePage }) };
  });
  await kysely.insertInto('games').values(rows).execute();
}

const first = ['Silent', 'Golden', 'Broken', 'Rapid', 'Hidden', 'Frozen', 'Tiny', 'Neon', 'Lost', 'Brave'];
const second = ['Dragon', 'Harbour', 'Rocket', 'Garden', 'Circuit', 'Temple', 'Castle', 'Comet', 'Forest', 'Tower'];
const genres = ['Arcade', 'Puzzle', 'Racing', 'Adventure', 'Strategy', 'Sports', 'Action'];
const tags = ['relaxing', 'multiplayer', 'turn-based', 'one-handed'];
