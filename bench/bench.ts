// `npm run bench [-- <part of a name>]`: prints one JSON line per measure with our figure, the baseline's figure of the
// same run, and the ratio. Rounds of both alternate, because machines are noisy: each round is compared with its
// neighbour, and the median of the ratios counts.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createSessions, type Session } from '#server/features/sessions/sessions.ts';
import { demoAccountId, insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { measureAnalytics } from './analytics.ts';
import { measureBridge } from './bridge.ts';
import { measureForeignSdks } from './compat.ts';
import { printCapacity, readProfile } from './capacity.ts';
import { measureCompression } from './compression.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureConsoleSearch } from './console-search.ts';
import { measureContent } from './content.ts';
import { measureDiscovery } from './discovery.ts';
import { measureFaults } from './faults.ts';
import { measureLeaderboards } from './leaderboards.ts';
import { measureGrowth } from './growth.ts';
import { measureFlood } from './flood.ts';
import { measureLargestPaint } from './largest-paint.ts';
import { generateGames } from '#lab/generate/generate-games.ts';
import { largeStoreGame, createLargeStore } from './large-store.ts';
import { sendLoad, type LoadRequest } from './load.ts';
import { readFamilyCpuMs, startMeasuredProcess, type MeasuredProcess } from './measured-process.ts';
import { findNakama, measureNakama } from './nakama.ts';
import { measureOrders } from './orders.ts';
import { measurePatterns } from './patterns.ts';
import { webhookHeaders, webhookPath, createBuyers, createWebhookBodies, createOrderBodies } from './purchases.ts';
import { measurePresence } from './presence.ts';
import { measureSaves } from './saves.ts';
import { measureTracing } from './tracing.ts';
import { measureWorkers } from './workers.ts';

type Request = Omit<LoadRequest, 'port' | 'requests' | 'connections' | 'body'>;

interface Measure {
  readonly name: string;
  readonly ours: Request;
  readonly floor: Request;
  /** One body for all requests, or a function that creates the bodies of a round. */
  readonly body: string | ((count: number) => Promise<readonly string[]>);
  readonly requests?: number;
  /** Uses the server with a payment provider that responds from memory. */
  readonly isPurchase?: boolean;
}

interface Figures {
  readonly requestsPerSecond: number;
  readonly cpuMsPerRequest: number;
  /** PostgreSQL's CPU time. Ours and the baseline run the same statements, so the ratio hides their cost. */
  readonly databaseCpuMsPerRequest: number;
}

/** Many short rounds: the load of a shared machine changes within a second or two. */
const rounds = 15;
/** Warm-up rounds: until then the JIT compilers of both servers are busy. */
const firstRounds = 6;
const requests = 4000;
const connections = 16;
const knownPeople = 2000;
/**
 * As in production, including log lines, but in one process, and without the rate limit, because all requests come from
 * one caller.
 */
const benchSettings = { ...productionSettings, HOST: '127.0.0.1', REQUESTS_PER_MINUTE: '9999999', WORKERS: '1' };

const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const {
  positionals: [only],
  values: { database: kept },
} = parseArgs({ allowPositionals: true, options: { database: { type: 'string' } } });
if (only === 'capacity') {
  process.stdout.write(`${printCapacity(readProfile())}\n`);
  process.exit();
}
if (only === undefined || 'event-pattern event-rules'.includes(only)) measurePatterns(print);
if (only === undefined) {
  await measureCompression(join(import.meta.dirname, '../dist/portal'), print);
  await measureBridge(print);
  await measureFlood(print);
}
if ('foreign-sdk-call'.includes(only ?? '')) await measureForeignSdks(print);

const log = pino({ level: 'error' });
const folder = await mkdtemp(join(tmpdir(), 'fxid-bench-'));
// As root the database runs under another account, which needs access.
await chmod(folder, 0o711);
const embedded = await startEmbeddedPostgres({ dataDir: folder, log, now: () => new Date() });
const database = openDatabase(embedded.connection, { log });
try {
  await migrate(database, { log });
  await insertDemoContent(database);
  const signals = await listenForNodeSignals(database.connection, log);
  const ada = demoAccountId('Ada');
  const { token, session } = await createSessions({ database, signals, now: () => new Date() }).begin(ada);
  await signals.close();
  const key = await createGameKeys(database, createSealer(productionSettings.SECRET)).create('gem-miner');
  await database.kysely.updateTable('games').set({ import_allowed: true }).execute();
  await makeKnownPeople();
  await createLargeStore(database);
  if ('deliveries'.includes(only ?? '')) print(await measureDeliveries(database, productionSettings.SECRET));
  if ('analytics-track'.includes(only ?? '')) {
    const settings = { ...benchSettings, DATA_DIR: join(folder, 'analytics') };
    await measureAnalytics(database, { settings, gameKey: key, print });
  }
  if ('presence'.includes(only ?? '')) {
    const settings = { ...benchSettings, DATA_DIR: join(folder, 'presence') };
    await measurePresence(database, { settings, log, print });
  }
  if ('save-revision'.includes(only ?? '')) {
    const settings = { ...benchSettings, DATA_DIR: join(folder, 'saves') };
    await measureSaves(database, { settings, databaseCpuMs: () => readFamilyCpuMs(embedded.pid() ?? 0), print });
  }
  if ('workers'.includes(only ?? '')) {
    const settings = { ...benchSettings, DATABASE_URL: buildConnectionUrl(embedded.connection) };
    const databaseCpuMs = (): number => readFamilyCpuMs(embedded.pid() ?? 0);
    await measureWorkers({ settings, dataDir: join(folder, 'workers'), token, databaseCpuMs, print });
  }
  if ('tracing'.includes(only ?? '')) {
    const settings = { ...benchSettings, DATABASE_URL: buildConnectionUrl(embedded.connection) };
    await measureTracing({ settings, dataDir: join(folder, 'tracing'), token, print });
  }
  if (only === undefined || ['create-payment', 'webhook-applied'].some((name) => name.includes(only)))
    await measureOrders(database, log, print);
  if ('nakama'.includes(only ?? '')) {
    const program = await findNakama(process.env);
    if (program === undefined)
      print({ measure: 'nakama', skipped: 'Nakama is not installed. Set NAKAMA_PATH to its program.' });
    else
      await measureNakama({
        program,
        connection: embedded.connection,
        settings: benchSettings,
        folder,
        gameKey: key,
        databaseCpuMs: () => readFamilyCpuMs(embedded.pid() ?? 0),
        print,
      });
  }
  if (only === 'console-search') await measureConsoleSearch(database, { kept, log, print });
  if (only === 'growth')
    await measureGrowth(database, {
      folder,
      settings: benchSettings,
      databaseCpuMs: () => readFamilyCpuMs(embedded.pid() ?? 0),
      log,
      print,
    });
  await runAll(token, key, session);
  // Last, because its thousand games would distort the other measures.
  if ('discovery'.includes(only ?? ''))
    await measureDiscovery(database, {
      databaseCpuMs: () => readFamilyCpuMs(embedded.pid() ?? 0),
      settings: { ...benchSettings, DATA_DIR: join(folder, 'discovery') },
      log,
      print,
    });
  if ('leaderboards'.includes(only ?? ''))
    await measureLeaderboards(database, { databaseCpuMs: () => readFamilyCpuMs(embedded.pid() ?? 0), log, print });
  if ('content-push'.includes(only ?? '')) await measureContent(database, productionSettings.SECRET, print);
} finally {
  await database.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
if (only === undefined) await measureFaults(print);

async function runAll(token: string, key: string, session: Session): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const post = (path: string, headers = {}): Request => ({ method: 'POST', path, headers: { ...json, ...headers } });
  const byGame = { authorization: `Bearer ${key}` };
  const person = (id: string): string =>
    JSON.stringify({ GameSystemName: 'gem-miner', SocialIdentifierType: 'Telegram', SocialIdentifier: id });
  const importing = { ours: post('/api/v1/auth/authenticate_from_import', byGame), floor: post('/sign-in') };
  const measures: Measure[] = [
    {
      name: 'profile',
      ours: post('/api/v1/profile', { authorization: `Bearer ${token}` }),
      floor: post('/profile'),
      body: '{"Game":"gem-miner"}',
    },
    {
      name: 'store-data',
      ours: post('/api/v1/store/store_data'),
      floor: post('/store-data'),
      body: JSON.stringify({ Game: largeStoreGame, Locale: 'en', Currency: 'EUR' }),
      requests: 800,
    },
    // A cached page, compared with the same number of bytes and an inserted nonce.
    {
      name: 'page',
      ours: { method: 'GET', path: '/', headers: { accept: 'text/html' } },
      floor: { method: 'GET', path: '/page', headers: {} },
      body: '',
      requests: 2000,
    },
    // An uncached page: the server queries and renders it for each request.
    {
      name: 'page-rendered',
      ours: { method: 'GET', path: () => `/Games?q=${randomUUID()}`, headers: { accept: 'text/html' } },
      floor: { method: 'GET', path: '/page', headers: {} },
      body: '',
      requests: 160,
    },
    { name: 'games-list', ours: post('/api/v1/games/list'), floor: post('/games'), body: '{"Locale":"en"}' },
    {
      name: 'sign-in-known',
      ...importing,
      // Spread over many players, because requests for one row would block each other.
      body: async (count) => Array.from({ length: count }, (_, at) => person(`known-${at % knownPeople}`)),
    },
    {
      name: 'sign-in-new',
      ...importing,
      body: async (count) => Array.from({ length: count }, () => person(randomUUID())),
      requests: 1500,
    },
    {
      name: 'temp-token',
      ours: post('/api/v1/auth/authenticate_from_temp_token'),
      floor: post('/temp-token'),
      body: async (count) => (await makeTempTokens(session, count)).map((TempToken) => JSON.stringify({ TempToken })),
    },
  ];
  const buys = { isPurchase: true, requests: 560 };
  const purchases: Measure[] = [
    {
      ...buys,
      name: 'create-payment-http',
      ours: { ...post('/api/v1/store/create_payment'), tokens: await createBuyers(database, log) },
      floor: post('/create-payment'),
      body: createOrderBodies,
    },
    {
      ...buys,
      name: 'webhook-applied-http',
      ours: post(webhookPath, webhookHeaders),
      floor: post('/hook'),
      body: (count) => createWebhookBodies(database, count),
    },
  ];
  const env = {
    DATABASE_URL: buildConnectionUrl(embedded.connection),
    BENCH_ACCOUNT: session.accountId,
    BENCH_KEY: key.split('_')[1] ?? '',
  };
  const started: MeasuredProcess[] = [];
  const start = async (file: string, extra: Readonly<Record<string, string>>): Promise<MeasuredProcess> => {
    const measured = await startMeasuredProcess(join(import.meta.dirname, file), { ...env, ...extra });
    started.push(measured);
    return measured;
  };
  try {
    const floor = await start('floor.ts', {});
    const settings = { ...benchSettings, DATA_DIR: join(folder, 'server') };
    const wanted = [...measures, ...purchases].filter(({ name }) => name.includes(only ?? ''));
    for (const file of ['../server/main.ts', 'purchase-server.ts']) {
      const ofThis = wanted.filter(({ isPurchase = false }) => isPurchase === (file === 'purchase-server.ts'));
      if (ofThis.length === 0) continue;
      const ours = await start(file, settings);
      for (const measure of ofThis) print(await compare(measure, ours, floor));
    }
    if ('largest-paint'.includes(only ?? '')) {
      await generateGames(database, { count: 1000, now: new Date(), reportProgress: () => undefined });
      const laptop = { DATA_DIR: join(folder, 'laptop'), NODE_ENV: 'development', LOG_LEVEL: 'error' };
      await measureLargestPaint(`http://localhost:${(await start('../lab/main.ts', laptop)).port}`, print);
    }
  } finally {
    await Promise.all(started.map((each) => each.stop()));
  }
}

async function compare(
  { name, ours, floor, body, requests: count = requests }: Measure,
  oursAt: MeasuredProcess,
  floorAt: MeasuredProcess,
): Promise<object> {
  const figures: { ours: Figures[]; floor: Figures[] } = { ours: [], floor: [] };
  const bodies = async (): Promise<LoadRequest['body']> => (typeof body === 'string' ? body : body(count));
  for (let round = -firstRounds; round < rounds; round += 1) {
    const floorFigures = await measureOnce({ ...floor, body: await bodies() }, floorAt, count);
    const oursFigures = await measureOnce({ ...ours, body: await bodies() }, oursAt, count);
    if (round < 0) continue;
    figures.floor.push(floorFigures);
    figures.ours.push(oursFigures);
  }
  const [a, b] = [medianOf(figures.ours), medianOf(figures.floor)];
  return {
    measure: name,
    cpuMsPerRequest: a.cpuMsPerRequest,
    floorCpuMsPerRequest: b.cpuMsPerRequest,
    databaseCpuMsPerRequest: a.databaseCpuMsPerRequest,
    floorDatabaseCpuMsPerRequest: b.databaseCpuMsPerRequest,
    cpuRatio: round(medianRatio(figures, 'cpuMsPerRequest')),
    requestsPerSecond: a.requestsPerSecond,
    floorRequestsPerSecond: b.requestsPerSecond,
    throughputRatio: round(medianRatio(figures, 'requestsPerSecond')),
  };
}

async function measureOnce(
  load: Request & Pick<LoadRequest, 'body'>,
  at: MeasuredProcess,
  count: number,
): Promise<Figures> {
  const databaseCpuMs = (): number => readFamilyCpuMs(embedded.pid() ?? 0);
  const [before, databaseBefore] = [at.cpuMs(), databaseCpuMs()];
  const result = await sendLoad({ ...load, port: at.port, requests: count, connections });
  return {
    requestsPerSecond: Math.round(result.requests / result.seconds),
    cpuMsPerRequest: round((at.cpuMs() - before) / result.requests, 4),
    databaseCpuMsPerRequest: round((databaseCpuMs() - databaseBefore) / result.requests, 4),
  };
}

async function makeKnownPeople(): Promise<void> {
  const people = Array.from({ length: knownPeople }, (_, at) => ({
    account_id: randomUUID(),
    external_id: `known-${at}`,
  }));
  const accounts = people.map(({ account_id }) => ({ account_id, name: 'Known' }));
  await database.kysely.insertInto('accounts').values(accounts).execute();
  // These identities belong to one game only.
  const identities = people.map((each) => ({ ...each, type: 'Telegram', game: 'gem-miner' }));
  await database.kysely.insertInto('social_identities').values(identities).execute();
}

async function makeTempTokens(session: Session, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => createToken('fxt_'));
  for (let from = 0; from < count; from += 1000) {
    const rows = made.slice(from, from + 1000).map(({ tokenHash }) => ({
      token_hash: tokenHash,
      account_id: session.accountId,
      session_id: session.sessionId,
      expires_at: new Date(Date.now() + 3_600_000),
    }));
    await database.kysely.insertInto('temp_tokens').values(rows).execute();
  }
  return made.map(({ token }) => token);
}

function medianOf(figures: readonly Figures[]): Figures {
  return {
    requestsPerSecond: median(figures.map((each) => each.requestsPerSecond)),
    cpuMsPerRequest: median(figures.map((each) => each.cpuMsPerRequest)),
    databaseCpuMsPerRequest: median(figures.map((each) => each.databaseCpuMsPerRequest)),
  };
}

function medianRatio(
  figures: { readonly ours: readonly Figures[]; readonly floor: readonly Figures[] },
  name: keyof Figures,
): number {
  return median(figures.ours.map((each, at) => each[name] / (figures.floor[at]?.[name] ?? Number.NaN)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
