// The cost of the calls of every visit with a million accounts and orders, compared with an almost empty database: CPU
// time of Node.js and PostgreSQL per request. Two servers, one per database, take turns. It takes minutes to fill the
// large one, so this runs only by its name.
import { join } from 'node:path';
import { sql } from 'kysely';
import { generateData, type DataSize } from '#lab/generate/generate-data.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildConnectionUrl, withDatabaseName } from '#server/db/connection-options.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createSessions } from '#server/features/sessions/sessions.ts';
import type { Log } from '#server/http/log.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { createEnvelope } from './analytics.ts';
import { sendLoad, type LoadRequest } from './load.ts';
import { startMeasuredProcess, type MeasuredProcess } from './measured-process.ts';
import { createBuyers, createOrderBodies } from './purchases.ts';

const sizes = {
  // Enough games for a full page of the list, as in the large one.
  small: { games: 30, accounts: 1000, orders: 100, events: 1000 },
  large: { games: 1000, accounts: 1_000_000, orders: 1_000_000, events: 10_000_000 },
} as const satisfies Record<string, DataSize>;
const maxRatio = 1.3;
const rounds = 9;
const warmUpRounds = 3;
const players = 200;
const eventsPerCall = 10;

interface GrowthOptions {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly databaseCpuMs: () => number;
  readonly log: Log;
  readonly print: (line: object) => void;
}

export async function measureGrowth(database: Database, options: GrowthOptions): Promise<void> {
  const { print } = options;
  const sites: Record<keyof typeof sizes, Site> = {
    small: await openSite('small', database, options),
    large: await openSite('large', database, options),
  };
  try {
    for (const call of calls) {
      const costs: Record<keyof typeof sizes, Cost[]> = { small: [], large: [] };
      for (let round = -warmUpRounds; round < rounds; round += 1) {
        const small = await measureCall(call, sites.small, options);
        const large = await measureCall(call, sites.large, options);
        if (round < 0) continue;
        costs.small.push(small);
        costs.large.push(large);
      }
      const total = ({ nodeMs, databaseMs }: Cost): number => nodeMs + databaseMs;
      const ratios = costs.large.map((large, at) => total(large) / total(costs.small[at] ?? large));
      const cpuRatio = median(ratios);
      print({
        measure: 'growth',
        call: call.name,
        smallCpuMs: rounded(median(costs.small.map(total))),
        largeCpuMs: rounded(median(costs.large.map(total))),
        largeNodeCpuMs: rounded(median(costs.large.map(({ nodeMs }) => nodeMs))),
        largeDatabaseCpuMs: rounded(median(costs.large.map(({ databaseMs }) => databaseMs))),
        cpuRatio: rounded(cpuRatio),
        maxRatio,
        isWithin: cpuRatio <= maxRatio,
      });
    }
  } finally {
    await Promise.all(Object.values(sites).map(({ server }) => server.stop()));
  }
}

/** CPU time per request. */
interface Cost {
  readonly nodeMs: number;
  readonly databaseMs: number;
}

interface Call {
  readonly name: string;
  readonly path: string;
  readonly body: (count: number) => Promise<LoadRequest['body']>;
  readonly requests: number;
  /** By default a player. */
  readonly caller?: 'player' | 'buyer' | 'game';
}

const always = (body: object) => async () => JSON.stringify(body);

const calls: readonly Call[] = [
  { name: 'profile', path: '/profile', body: always({ Game: 'gem-miner' }), requests: 2000 },
  {
    name: 'sign_in',
    path: '/auth/authenticate_from_import',
    body: createSignIns,
    requests: 600,
    caller: 'game',
  },
  { name: 'store_data', path: '/store/store_data', body: always({ Game: 'gem-miner' }), requests: 1000 },
  {
    name: 'create_payment',
    path: '/store/create_payment',
    body: createOrderBodies,
    requests: 240,
    caller: 'buyer',
  },
  { name: 'friends', path: '/friends/list', body: always({}), requests: 1000 },
  { name: 'browse', path: '/games/browse', body: always({ Locale: 'en' }), requests: 400 },
  { name: 'search', path: '/games/browse', body: createSearches, requests: 400 },
  { name: 'search_same', path: '/games/browse', body: createSearchesWithSameResult, requests: 400 },
  {
    name: 'events',
    path: '/analytics/track',
    body: async (count) => Array.from({ length: count }, () => JSON.stringify(createEnvelope(eventsPerCall))),
    requests: 400,
  },
];

/**
 * Names of games with a letter doubled, so that each search differs and finds some. With thirty games it finds a few,
 * with a thousand a whole page, so the ratio also contains the larger reply.
 */
let searches = 0;
async function createSearches(count: number): Promise<string[]> {
  const adjectives = ['Silent', 'Golden', 'Broken', 'Rapid', 'Hidden', 'Frozen', 'Tiny', 'Neon', 'Lost', 'Brave'];
  const nouns = ['Dragon', 'Harbour', 'Rocket', 'Garden', 'Circuit', 'Temple', 'Castle', 'Comet', 'Forest', 'Tower'];
  const misspell = (word = '', at = 0): string => word.slice(0, at + 1) + word.slice(at);
  return Array.from({ length: count }, () => {
    searches += 1;
    const [first, second] = [adjectives[searches % 10], nouns[Math.floor(searches / 10) % 10]];
    const position = Math.floor(searches / 100);
    const Search = `${misspell(first, position % 4)} ${misspell(second, Math.floor(position / 4) % 5)}`;
    return JSON.stringify({ Locale: 'en', Search });
  });
}

/** Names of demo games with a letter inserted: these find one game, however many others there are. */
let sameSearches = 0;
async function createSearchesWithSameResult(count: number): Promise<string[]> {
  const names = ['Gem Miner', 'Sky Courier', 'Paper Fleet', 'Bridge Explorer'];
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return Array.from({ length: count }, () => {
    const [at, name = ''] = [Math.floor(sameSearches / names.length), names[sameSearches % names.length]];
    sameSearches += 1;
    const place = 1 + (Math.floor(at / letters.length) % (name.length - 1));
    return JSON.stringify({
      Locale: 'en',
      Search: name.slice(0, place) + letters[at % letters.length] + name.slice(place),
    });
  });
}

async function createSignIns(count: number): Promise<string[]> {
  return Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      GameSystemName: 'gem-miner',
      SocialIdentifierType: 'Telegram',
      SocialIdentifier: `known-${at % players}`,
    }),
  );
}

interface Site {
  readonly server: MeasuredProcess;
  readonly tokens: Readonly<Record<'player' | 'buyer' | 'game', readonly string[]>>;
}

async function openSite(
  name: keyof typeof sizes,
  { connection: main }: Database,
  { folder, settings, log, print }: GrowthOptions,
): Promise<Site> {
  await withSingleConnection(main, (client) => client.query(`create database growth_${name}`));
  const connection = withDatabaseName(main, `growth_${name}`);
  const database = openDatabase(connection, { log, timeoutFactor: 100 });
  await migrate(database, { log });
  await insertDemoContent(database);
  await generate(database, name, print);
  const key = await createGameKeys(database, createSealer(productionSettings.SECRET)).create('gem-miner');
  await database.kysely.updateTable('games').set({ import_allowed: true }).execute();
  const tokens = { buyer: await createBuyers(database, log), player: await beginSessions(database, log), game: [key] };
  await database.close();
  const server = await startMeasuredProcess(join(import.meta.dirname, 'purchase-server.ts'), {
    ...settings,
    DATABASE_URL: buildConnectionUrl(connection),
    DATA_DIR: join(folder, name),
  });
  return { server, tokens };
}

/** Fills the database part by part, to learn how many bytes a row with all that belongs to it takes. */
async function generate(database: Database, name: keyof typeof sizes, print: GrowthOptions['print']): Promise<void> {
  const size = sizes[name];
  const parts = Object.keys(size) as (keyof DataSize)[];
  let bytes = await readSize(database);
  for (const part of parts) {
    const begun = performance.now();
    const none = { games: 0, accounts: 0, orders: 0, events: 0 };
    const options = { size: { ...none, [part]: size[part] }, now: new Date(), report: () => undefined };
    await generateData(database, options);
    const now = await readSize(database);
    const seconds = Math.round((performance.now() - begun) / 1000);
    print({
      measure: 'generate',
      data: name,
      part,
      count: size[part],
      seconds,
      bytesEach: Math.round((now - bytes) / size[part]),
    });
    bytes = now;
  }
}

async function readSize({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::double precision as bytes`.execute(kysely);
  return rows[0]?.bytes ?? 0;
}

/** Sessions of generated players with friends, who also sign in with Telegram. */
async function beginSessions(database: Database, log: Log): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from (select account_id from friends limit ${players * 20}) befriended limit ${players}
  `.execute(database.kysely);
  const identities = rows.map((each, at) => ({
    ...each,
    type: 'Telegram',
    external_id: `known-${at}`,
    game: 'gem-miner',
  }));
  await database.kysely.insertInto('social_identities').values(identities).execute();
  const signals = await listenForNodeSignals(database.connection, log);
  const sessions = createSessions({ database, signals, now: () => new Date() });
  const tokens: string[] = [];
  for (const { account_id } of rows) tokens.push((await sessions.begin(account_id)).token);
  await signals.close();
  return tokens;
}

async function measureCall(
  { path, body, requests, caller = 'player' }: Call,
  site: Site,
  { databaseCpuMs }: GrowthOptions,
): Promise<Cost> {
  const bodies = await body(requests);
  const list = typeof bodies === 'string' ? Array.from({ length: requests }, () => bodies) : bodies;
  const [node, postgres] = [site.server.cpuMs(), databaseCpuMs()];
  await sendLoad({
    port: site.server.port,
    method: 'POST',
    path: `/api/v1${path}`,
    headers: { 'content-type': 'application/json' },
    tokens: site.tokens[caller],
    body: list,
    requests,
    connections: 8,
  });
  return {
    nodeMs: (site.server.cpuMs() - node) / requests,
    databaseMs: (databaseCpuMs() - postgres) / requests,
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const rounded = (value: number): number => Number(value.toFixed(3));
