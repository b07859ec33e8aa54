// Two servers on one PostgreSQL and one Redis, as behind a balancer. Every test leaves both running.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { demoNews, demoPlayers } from '#lab/demo/demo-community.ts';
import { demoGames } from '#lab/demo/demo-games.ts';
import { demoAccountId } from '#lab/demo/insert-demo-content.ts';
import { withSingleConnection } from './db/with-single-connection.ts';
import { buildConnectionUrl } from './db/connection-options.ts';
import { openDatabase } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { readMigrations, defaultMigrationFolder, type MigrationFile } from './db/migration-files.ts';
import { listenForNodeSignals } from './db/node-signals.ts';
import { createSessions } from './features/sessions/sessions.ts';
import { callApi, type ApiCallResult } from './testing/call-api.ts';
import { copyCluster, findDatabasesFolder } from './testing/copy-cluster.ts';
import { eventually } from './testing/eventually.ts';
import { startKillableServer, type KillableServer } from './testing/killable-server.ts';
import { startLanguageWriters, type LanguageWriters } from './testing/language-writers.ts';
import { missingRedisReason, startRedis, type TestRedis } from './testing/start-redis.ts';

const perMinute = 60;
const timeout = 120_000;
const log = pino({ level: 'silent' });
const parts = new AsyncDisposableStack();
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let redis: TestRedis;
let nodes: readonly [KillableServer, KillableServer];

beforeEach(({ skip }) => skip(missingRedisReason !== undefined, missingRedisReason));
beforeAll(async () => {
  if (missingRedisReason !== undefined) return;
  const dataDir = mkdtempSync(join(findDatabasesFolder(), 'fxid-fault-'));
  chmodSync(dataDir, 0o711);
  await copyCluster(dataDir);
  parts.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  postgres = await startEmbeddedPostgres({ dataDir, log, now: () => new Date() });
  parts.defer(() => postgres.stop());
  redis = parts.use(await startRedis());
  const settings = {
    DATABASE_URL: buildConnectionUrl(postgres.connection),
    REDIS_URL: redis.url,
    REQUESTS_PER_MINUTE: String(perMinute),
    // Callers differ by the address that the load balancer reports.
    TRUSTED_PROXIES: '1',
  };
  // Both start before either is ready, so both find an empty database.
  nodes = [parts.use(await startKillableServer(settings)), parts.use(await startKillableServer(settings))];
  await Promise.all(nodes.map((node) => node.process().untilReady()));
}, timeout);
afterAll(() => parts.disposeAsync(), timeout);

test('loads migrations and demo content once, and serves from both', { timeout }, async () => {
  const migrations = await readMigrations(defaultMigrationFolder);
  expect(await count('migration_checksums')).toEqual({ rows: migrations.length, loads: countTransactions(migrations) });
  expect(await count('games')).toEqual({ rows: demoGames.length, loads: 1 });
  expect(await count('news')).toEqual({ rows: demoNews.length, loads: 1 });
  expect(await count('accounts')).toMatchObject({ rows: demoPlayers.length });
  for (const node of nodes) {
    for (const { Ada: token = '' } of nodes.map((each) => each.tokens())) {
      const answer = await callApi(`${node.process().address}/api/v1/profile`, {
        token,
        headers: newCaller(),
      });
      expect(answer).toMatchObject({ outcome: 'done', body: { AccountId: demoAccountId('Ada') } });
    }
  }
});

test('limits a caller across both nodes', { timeout }, async () => {
  const answers = await callBoth(newCaller(), 50);
  expect(answers.filter(({ outcome }) => outcome === 'done')).toHaveLength(perMinute);
  const refused = answers.filter(({ outcome }) => outcome !== 'done');
  expect(refused).toHaveLength(100 - perMinute);
  expect(refused).toEqual(refused.map(() => ({ outcome: 'refused', status: 429, code: 'TooManyRequests' })));
});

test('rejects on every node a session that was ended on another', { timeout }, async () => {
  // This process acts as the node that ends it: the same code on the same database.
  const database = openDatabase(postgres.connection, { log, poolSize: 2 });
  onTestFinished(() => database.close());
  const signals = await listenForNodeSignals(postgres.connection, log);
  onTestFinished(() => signals.close());
  const sessions = createSessions({ database, signals, now: () => new Date() });
  const { token, session } = await sessions.begin(demoAccountId('Borys'));
  const ask = (node: KillableServer) =>
    callApi(`${node.process().address}/api/v1/profile`, { token, headers: newCaller() });
  for (const node of [...nodes, ...nodes]) expect(await ask(node)).toMatchObject({ outcome: 'done' });
  await sessions.end(session.sessionId);
  for (const node of nodes) {
    const refusal = await eventually(async () => {
      const answer = await ask(node);
      return answer.outcome !== 'done' && answer;
    });
    expect(refusal).toEqual({ outcome: 'refused', status: 401, code: 'Unauthenticated' });
  }
});

test('signs out everywhere at once, on whichever node', { timeout }, async () => {
  const database = openDatabase(postgres.connection, { log, poolSize: 2 });
  onTestFinished(() => database.close());
  const signals = await listenForNodeSignals(postgres.connection, log);
  onTestFinished(() => signals.close());
  const sessions = createSessions({ database, signals, now: () => new Date() });
  const [one, two] = [await sessions.begin(demoAccountId('Guest 17')), await sessions.begin(demoAccountId('Guest 17'))];
  const ask = (node: KillableServer, token: string) =>
    callApi(`${node.process().address}/api/v1/profile`, { token, headers: newCaller() });
  for (const node of [...nodes, ...nodes])
    for (const { token } of [one, two]) expect(await ask(node, token)).toMatchObject({ outcome: 'done' });
  const [told] = nodes;
  const everywhere = `${told.process().address}/api/v1/auth/logout_everywhere`;
  expect(await callApi(everywhere, { token: one.token, headers: newCaller() })).toMatchObject({ outcome: 'done' });
  for (const node of nodes)
    for (const { token } of [one, two]) await eventually(async () => (await ask(node, token)).outcome === 'refused');
});

test(
  'serves without rate limits while Redis is down, reports it, and limits again afterwards',
  { timeout },
  async () => {
    const caller = newCaller();
    await callBoth(caller, perMinute);
    expect(await callBoth(caller, 1)).toEqual([tooMany, tooMany]);
    await redis.kill();
    const answers = await callBoth(caller, perMinute);
    expect(answers.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    for (const node of nodes)
      await eventually(() => /"level":"warn".*Redis is unreachable/.test(node.process().output()));
    await redis.start();
    await eventually(async () => (await callBoth(caller, perMinute)).some(({ outcome }) => outcome === 'refused'));
  },
);

test(
  'keeps what either node acknowledged when one is killed during writes, and the other continues',
  { timeout },
  async () => {
    const [killed, other] = nodes;
    const { Ada = '', Chiyo = '', Darya = '', Borys = '' } = killed.tokens();
    const ended = writersOn(killed, { Ada, Chiyo });
    const going = writersOn(other, { Darya, Borys });
    await Promise.all([ended.checkAll(), going.checkAll()]);
    killed.process().signal('SIGKILL');
    await killed.process().exited;
    await going.checkAll();
    await ended.stop();
    for (const { token, acknowledged, inFlight } of ended.players) {
      const answer = await callApi(`${other.process().address}/api/v1/profile`, { token, headers: newCaller() });
      const { Locale } = (answer as { body: { Locale: string } }).body;
      expect([acknowledged, inFlight]).toContain(Locale);
    }
    const again = await killed.start();
    await again.untilReady();
    await going.checkAll();
    await going.stop();
    expect([...ended.players, ...going.players].flatMap(({ lost, broken }) => [...lost, ...broken])).toEqual([]);
    expect(going.players.flatMap(({ refusals }) => [...refusals])).toEqual([]);
    for (const { token, acknowledged } of going.players) {
      const answer = await callApi(`${again.address}/api/v1/profile`, { token, headers: newCaller() });
      expect(answer).toMatchObject({ outcome: 'done', body: { Locale: acknowledged } });
    }
  },
);

/** One transaction for all, except that a migration without a transaction separates those before and after it. */
const countTransactions = (migrations: readonly MigrationFile[]): number =>
  migrations.filter(({ isTransaction }, at) => !isTransaction || !migrations[at - 1]?.isTransaction).length;

/** Counts a table's rows and the transactions that wrote them: rows of one transaction share an xmin. */
async function count(table: string): Promise<unknown> {
  return withSingleConnection(postgres.connection, async (client) => {
    const columns = 'count(*)::int AS rows, count(DISTINCT xmin::text)::int AS loads';
    const { rows } = await client.query(`SELECT ${columns} FROM ${table}`);
    return rows[0] as unknown;
  });
}

/** Players who write only to this node's present process. */
function writersOn(node: KillableServer, tokens: Readonly<Record<string, string>>): LanguageWriters {
  const { address } = node.process();
  const writers = startLanguageWriters({ tokens, address: () => address, headers: newCaller });
  onTestFinished(() => writers.stop());
  return writers;
}

const tooMany: ApiCallResult = { outcome: 'refused', status: 429, code: 'TooManyRequests' };

let callers = 0;

/** Headers of a caller who has not called before. */
function newCaller(): Record<string, string> {
  callers += 1;
  return { 'x-forwarded-for': `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}` };
}

/** Calls each node this many times, alternating. */
async function callBoth(headers: Record<string, string>, times: number): Promise<ApiCallResult[]> {
  const answers: ApiCallResult[] = [];
  for (let turn = 0; turn < times; turn += 1)
    for (const node of nodes)
      answers.push(await callApi(`${node.process().address}/api/v1/games/list`, { body: { Locale: 'en' }, headers }));
  return answers;
}
