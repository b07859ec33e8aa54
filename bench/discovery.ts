// What finding games costs with a thousand of them: bytes of each answer as it is and as it travels, statements for the first
// caller and for the next one, and processor time. The list of all games, which clients of the specification ask for, is the reference.
import type { Database } from '#server/db/database.ts';
import { createDiscoveryRoutes } from '#server/features/discovery/routes.ts';
import { createGamesRoutes } from '#server/features/games/routes.ts';
import { compressBytes } from '#server/http/compress-bytes.ts';
import type { Call } from '#server/http/implement.ts';
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

/** Of a list that clients ask for rarely, and pages never. */
const bounds: Readonly<Record<string, object>> = {
  'discovery.shelves': { boundNextStatements: 1, boundCpuToList: 0.1 },
  'discovery.browse': { boundNextStatements: 1, boundCpuToList: 0.5 },
  'discovery.browse with a slip': { boundNextStatements: 1, boundCpuToList: 0.5 },
  'discovery.about': { boundNextStatements: 2, boundCpuToList: 0.5 },
  'discovery.named': { boundNextStatements: 1, boundCpuToList: 0.1 },
};

const asked = 40;

/** Of this process and of the database, for one call. */
async function measureCpu(ask: () => Promise<unknown>, databaseCpuMs: () => number): Promise<number> {
  const [begun, databaseBegun] = [process.cpuUsage(), databaseCpuMs()];
  for (let time = 0; time < asked; time += 1) await ask();
  const { user, system } = process.cpuUsage(begun);
  return Number((((user + system) / 1000 + databaseCpuMs() - databaseBegun) / asked).toFixed(3));
}

/** A handler reads no more of a call than this. */
const callWith = <C>(body: object): C =>
  ({ body, query: {}, params: {}, session: async () => undefined }) as Partial<Call<Route>> as C;

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
  // Their names are indexed as they come: a statement takes no more of them than its time allows.
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
