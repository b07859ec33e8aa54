// The cost of finding games among a thousand and among ten thousand: size of each response before and after compression,
// SQL statements of the first and the next caller, and CPU time of Node and PostgreSQL together. The last lines measure
// the same calls, and search pages, over HTTP in a process of their own: another search each time, and the same one.
import { join } from 'node:path';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import { createPrimaryReads } from '#server/db/replica-reads.ts';
import { createDiscoveryRoutes } from '#server/features/discovery/routes.ts';
import { createGameCatalogue } from '#server/features/games/game-catalogue.ts';
import { createGamesRoutes } from '#server/features/games/routes.ts';
import { compressBytes } from '#server/http/compress-bytes.ts';
import type { ApiCall } from '#server/http/implement-api.ts';
import { generateGames, titleGeneratedGame } from '#lab/generate/generate-games.ts';
import type { Route } from '#model/route.ts';
import { countStatements } from './count-statements.ts';
import { sendLoad, type LoadRequest } from './load.ts';
import { startMeasuredProcess } from './measured-process.ts';
import { openMemory } from './open-memory.ts';

const sizes = [1000, 10_000];
const place = { gamesUrl: 'https://{game}.games.example', basePath: '/', now: () => new Date() };

export interface DiscoveryBenchOptions {
  readonly databaseCpuMs: () => number;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly print: (line: object) => void;
}

export async function measureDiscovery(database: Database, options: DiscoveryBenchOptions): Promise<void> {
  for (const [at, games] of sizes.entries()) {
    await generateGames(database, { count: games, now: new Date(), reportProgress: () => undefined });
    await measureCalls(database, games, 1 + at, options);
    await measureOverHttp(database, games, 1 + at, options);
  }
}

/** Limits in milliseconds with a thousand games; with ten thousand, twice as much. */
const boundsMs: Readonly<Record<string, number>> = {
  'games.list': 5,
  'discovery.browse': 1,
  'discovery.browse with a search': 1,
  'discovery.browse with a typo': 1,
  'search page': 3,
};

async function measureCalls(
  database: Database,
  games: number,
  factor: number,
  { databaseCpuMs, log, print }: DiscoveryBenchOptions,
): Promise<void> {
  await using opened = await openMemory(database, log);
  const catalogue = createGameCatalogue({ ...opened.memory, database, log });
  const { list } = createGamesRoutes(database, {
    ...place,
    catalogue,
    replicaReads: createPrimaryReads(database),
    routerType: 'browser',
    readPlatformData: async () => ({}),
  });
  const { shelves, browse, named, about } = createDiscoveryRoutes(database, { ...place, catalogue });
  const calls: Record<string, () => Promise<unknown>> = {
    'catalogue.read': () => catalogue.read(),
    'games.list': () => list(callWith({ Locale: 'en' })),
    'discovery.shelves': () => shelves(callWith({ Locale: 'en' })),
    'discovery.browse': () => browse(callWith({ Locale: 'en' })),
    'discovery.browse with a search': () => browse(callWith({ Locale: 'en', Search: nextName() })),
    'discovery.browse with a typo': () => browse(callWith({ Locale: 'en', Search: nextTypo() })),
    'discovery.named': () => named(callWith({ Locale: 'en', Games: ['generated-1', 'generated-2'] })),
    'discovery.about': () => about(callWith({ Locale: 'en', Game: 'generated-1' })),
  };
  for (const [call, ask] of Object.entries(calls)) {
    const [[reply, statements], firstCpuMs] = await measureCpu(() => countStatements(ask), databaseCpuMs, 1);
    const [, nextStatements] = await countStatements(ask);
    const [, cpuMs] = await measureCpu(ask, databaseCpuMs, asked);
    const bytes = Buffer.from(JSON.stringify(reply));
    const sentBytes = (await compressBytes(bytes, 'br')).length;
    const size = call === 'catalogue.read' ? { games } : { games, bytes: bytes.length, sentBytes };
    print({
      measure: 'discovery',
      call,
      ...size,
      statements,
      nextStatements,
      firstCpuMs,
      cpuMs,
      ...bound(call, factor),
    });
  }
}

async function measureOverHttp(
  database: Database,
  games: number,
  factor: number,
  { databaseCpuMs, settings, print }: DiscoveryBenchOptions,
): Promise<void> {
  const server = await startMeasuredProcess(join(import.meta.dirname, '../server/main.ts'), {
    ...settings,
    DATABASE_URL: buildConnectionUrl(database.connection),
  });
  const post = (path: string, body: (() => object) | object) => (count: number) => ({
    method: 'POST',
    path: `/api/v1/games/${path}`,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'br' },
    body: Array.from({ length: count }, () => JSON.stringify(typeof body === 'function' ? body() : body)),
  });
  const page = (path: string | (() => string)) => () => ({
    method: 'GET',
    path,
    headers: { accept: 'text/html', 'accept-encoding': 'br' },
    body: '',
  });
  const addressOf = (search: string): string => `/Games?q=${encodeURIComponent(search)}`;
  const loads: Record<string, (count: number) => Pick<LoadRequest, 'method' | 'path' | 'headers' | 'body'>> = {
    'games.list': post('list', { Locale: 'en' }),
    'discovery.browse': post('browse', { Locale: 'en' }),
    'discovery.browse with a search': post('browse', () => ({ Locale: 'en', Search: nextName() })),
    'discovery.browse with a typo': post('browse', () => ({ Locale: 'en', Search: nextTypo() })),
    'search page': page(() => addressOf(nextTypo())),
    'search page again': page(addressOf(nextTypo())),
  };
  try {
    for (const [call, load] of Object.entries(loads)) {
      const send = (requests: number) => sendLoad({ ...load(requests), port: server.port, requests, connections: 4 });
      await send(warmUps);
      const [cpuBefore, databaseBefore] = [server.cpuMs(), databaseCpuMs()];
      const { requests } = await send(sent);
      const databaseMs = round((databaseCpuMs() - databaseBefore) / requests);
      const cpuMs = round((server.cpuMs() - cpuBefore) / requests + databaseMs);
      print({ measure: 'discovery over HTTP', call, games, cpuMs, databaseCpuMs: databaseMs, ...bound(call, factor) });
    }
  } finally {
    await server.stop();
  }
}

const asked = 200;
// Until then the JIT compiler is busy.
const warmUps = 2400;
const sent = 800;

const bound = (call: string, factor: number): object => {
  const ms = boundsMs[call];
  return ms === undefined ? {} : { boundCpuMs: ms * factor };
};

async function measureCpu<Result>(
  ask: () => Promise<Result>,
  databaseCpuMs: () => number,
  times: number,
): Promise<[Result, cpuMs: number]> {
  const [begun, databaseBegun] = [process.cpuUsage(), databaseCpuMs()];
  let result = await ask();
  for (let time = 1; time < times; time += 1) result = await ask();
  const { user, system } = process.cpuUsage(begun);
  return [result, round(((user + system) / 1000 + databaseCpuMs() - databaseBegun) / times)];
}

const round = (value: number): number => Number(value.toFixed(3));

const callWith = <C>(body: object): C =>
  ({ body, query: {}, params: {}, session: async () => undefined }) as Partial<ApiCall<Route>> as C;

let searches = 0;

/** Another name for each search, so that none is answered by an earlier one. */
const nextName = (): string => titleGeneratedGame((searches += 7) % 10_000);

function nextTypo(): string {
  const [one = '', two = '', number = ''] = nextName().split(' ');
  return `${one} ${two.slice(0, 2)}${two.slice(3)} ${number}`;
}
