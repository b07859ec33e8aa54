// The cost of finding games among a thousand: size of each response before and after compression, SQL statements of the
// first and the next caller, and CPU time. The reference is the list of all games, which clients of the specification
// request.
import type { Database } from '#server/db/database.ts';
import { createDiscoveryRoutes } from '#server/features/discovery/routes.ts';
import { createGamesRoutes } from '#server/features/games/routes.ts';
import { compressBytes } from '#server/http/compress-bytes.ts';
import type { ApiCall } from '#server/http/implement-api.ts';
import type { Route } from '#model/route.ts';
import { countStatements } from './count-statements.ts';

const count = 1000;
const batch = 100;
const place = { gamesUrl: 'https://{game}.games.example', basePath: '/', now: () => new Date() };

export async function measureDiscovery(
  database: Database,
  databaseCpuMs: () => number,
  print: (line: object) => void,
): Promise<void> {
  await makeManyGames(database);
  const { list } = createGamesRoutes(database, { ...place, routerType: 'browser', readPlatformData: async () => ({}) });
  const { shelves, browse, named, about } = createDiscoveryRoutes(database, place);
  const calls: Record<string, () => Promise<unknown>> = {
    'games.list': () => list(callWith({ Locale: 'en' })),
    'discovery.shelves': () => shelves(callWith({ Locale: 'en' })),
    'discovery.browse': () => browse(callWith({ Locale: 'en' })),
    'discovery.browse with a slip': () => browse(callWith({ Locale: 'en', Search: 'dragn' })),
    'discovery.named': () => named(callWith({ Locale: 'en', Games: ['many-1', 'many-2', 'many-3'] })),
    'discovery.about': () => about(callWith({ Locale: 'en', Game: 'many-1' })),
  };
  let listCpuMs = 0;
  for (const [call, ask] of Object.entries(calls)) {
    const [reply, statements] = await countStatements(ask);
    const [, nextStatements] = await countStatements(ask);
    const cpuMs = await measureCpu(ask, databaseCpuMs);
    if (call === 'games.list') listCpuMs = cpuMs;
    const bytes = Buffer.from(JSON.stringify(reply));
    const sentBytes = (await compressBytes(bytes, 'br')).length;
    const cpuToList = Number((cpuMs / listCpuMs).toFixed(2));
    const size = { games: count, bytes: bytes.length, sentBytes };
    print({ measure: 'discovery', call, ...size, statements, nextStatements, cpuMs, cpuToList, ...bounds[call] });
  }
}

/** Limits. CPU time is relative to the full list, which clients request rarely and pages never. */
const bounds: Readonly<Record<string, object>> = {
  'discovery.shelves': { boundNextStatements: 1, boundCpuToList: 0.1 },
  'discovery.browse': { boundNextStatements: 1, boundCpuToList: 0.5 },
  'discovery.browse with a slip': { boundNextStatements: 1, boundCpuToList: 0.5 },
  'discovery.about': { boundNextStatements: 2, boundCpuToList: 0.5 },
  'discovery.named': { boundNextStatements: 1, boundCpuToList: 0.1 },
};

const asked = 40;

async function measureCpu(ask: () => Promise<unknown>, databaseCpuMs: () => number): Promise<number> {
  const [begun, databaseBegun] = [process.cpuUsage(), databaseCpuMs()];
  for (let time = 0; time < asked; time += 1) await ask();
  const { user, system } = process.cpuUsage(begun);
  return Number((((user + system) / 1000 + databaseCpuMs() - databaseBegun) / asked).toFixed(3));
}

const callWith = <C>(body: object): C =>
  ({ body, query: {}, params: {}, session: async () => undefined }) as Partial<ApiCall<Route>> as C;

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
  // Names are indexed on insert, so one statement for all games would exceed the statement timeout.
  for (let from = 0; from < count; from += batch)
    await kysely
      .insertInto('games')
      .values(rows.slice(from, from + batch))
      .execute();
}

const first = ['Silent', 'Golden', 'Broken', 'Rapid', 'Hidden', 'Frozen', 'Tiny', 'Neon', 'Lost', 'Brave'];
const second = ['Dragon', 'Harbour', 'Rocket', 'Garden', 'Circuit', 'Temple', 'Castle', 'Comet', 'Forest', 'Tower'];
const genres = ['Arcade', 'Puzzle', 'Racing', 'Adventure', 'Strategy', 'Sports', 'Action'];
const tags = ['relaxing', 'multiplayer', 'turn-based', 'one-handed'];
