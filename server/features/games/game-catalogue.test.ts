import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { listenForNodeSignals, type NodeSignals } from '#server/db/node-signals.ts';
import { createOutageMemory } from '#server/db/outage-memory.ts';
import { createOwnWritesWaiter } from '#server/db/own-writes.ts';
import { createLog } from '#server/http/log.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { startDatabaseRelay } from '#server/testing/database-relay.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createGameCatalogue, type GameCatalogue } from './game-catalogue.ts';

const log = createLog({ level: 'silent' });
let testing: TestDatabase;
let signals: NodeSignals;

beforeAll(async () => {
  testing = await createTestDatabase();
  await buildGames(testing.database, ['chess', 'ludo', 'go']);
  signals = await listenForNodeSignals(testing.connection, log);
});
afterAll(async () => {
  await signals.close();
  await testing.drop();
});

interface Opened {
  readonly database: Database;
  readonly signals: NodeSignals;
  /** Reads the games; absent: the database itself. */
  readonly kysely?: Database['kysely'];
  readonly nowMs?: () => number;
}

function openCatalogue({ database, signals: heard, kysely, nowMs = () => performance.now() }: Opened): GameCatalogue {
  return createGameCatalogue({
    database: kysely ? { kysely } : database,
    signals: heard,
    waitForOwnWrites: createOwnWritesWaiter(database, heard),
    outage: createOutageMemory(database, heard, nowMs),
    log,
    nowMs,
  });
}

const show = async (catalogue: GameCatalogue): Promise<Record<string, number>> =>
  Object.fromEntries((await catalogue.read()).published.map(({ game, position }) => [game, position]));

test('a node reads its own writes, also those of a transaction, and ignores those rolled back', async () => {
  const { database } = testing;
  const catalogue = openCatalogue({ database, signals });
  expect(await show(catalogue)).toEqual({ chess: 0, ludo: 1, go: 2 });
  await database.kysely.updateTable('games').set({ position: 9 }).where('game', '=', 'chess').execute();
  expect(await show(catalogue)).toMatchObject({ chess: 9 });
  await database.transaction(async (trx) => {
    await trx.updateTable('games').set({ position: 10 }).where('game', '=', 'chess').execute();
    // Nothing is committed yet.
    expect(await show(catalogue)).toMatchObject({ chess: 9 });
  });
  expect(await show(catalogue)).toMatchObject({ chess: 10 });
  const failed = database.transaction(async (trx) => {
    await trx.updateTable('games').set({ position: 11 }).where('game', '=', 'chess').execute();
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  expect(await show(catalogue)).toMatchObject({ chess: 10 });
  await sql`update games set position = 0 where game = 'chess'`.execute(database.kysely);
  expect(await show(catalogue)).toEqual({ chess: 0, ludo: 1, go: 2 });
});

test('answers from memory until a game changes, and then reads only that game', async () => {
  const statements: string[] = [];
  const { kysely } = testing.database;
  const counted = kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements.push(result.rows.map((row) => String((row as { game?: unknown }).game)).join());
      return result;
    },
  });
  const catalogue = openCatalogue({ database: testing.database, signals, kysely: counted });
  for (let time = 0; time < 3; time += 1) await catalogue.read();
  expect(statements).toEqual(['chess,go,ludo']);
  await kysely.updateTable('games').set({ position: 5 }).where('game', '=', 'go').execute();
  for (let time = 0; time < 3; time += 1) await catalogue.read();
  expect(statements).toEqual(['chess,go,ludo', 'go']);
});

test.each([
  ['a picture', sql`insert into pictures (game, source, fault) values ('ludo', '/a.png', 'none')`, ['ludo']],
  ['another picture', sql`update pictures set fault = 'other' where game = 'ludo'`, ['ludo']],
  ['the same picture', sql`update pictures set fault = 'other' where game = 'ludo'`, []],
  [
    'popularity',
    sql`insert into game_popularity (game, plays, players, recent_players) select game, 1, 1, 1 from games`,
    ['chess', 'go', 'ludo'],
  ],
  ['popularity without changes', sql`update game_popularity set counted_at = now(), plays = plays`, []],
  ['popularity of one game', sql`update game_popularity set plays = 2 where game = 'go'`, ['go']],
  ['a game without changes', sql`update games set position = position`, []],
  ['a removed game', sql`delete from games where game = 'ludo'`, ['ludo']],
  ['all games', sql`truncate games cascade`, ['']],
])('%s signals the games that change', async (_, statement, games) => {
  const own = await listenForNodeSignals(testing.connection, log);
  onTestFinished(() => own.close());
  const heard: string[] = [];
  own.on('game', (game) => heard.push(game));
  await statement.execute(testing.database.kysely);
  await own.catchUp();
  expect([...new Set(heard)].toSorted()).toEqual(games);
});

test('keeps the last games for a minute while the database is down, and reads them again afterwards', async () => {
  await buildGames(testing.database, ['chess']);
  await using relay = await startDatabaseRelay(testing.connection);
  const connection = { connectionString: relay.url };
  const database = openDatabase(connection, { log });
  onTestFinished(() => database.close());
  const relayed = await listenForNodeSignals(connection, log);
  onTestFinished(() => relayed.close());
  let now = 0;
  const catalogue = openCatalogue({ database, signals: relayed, nowMs: () => now });
  expect(await show(catalogue)).toEqual({ chess: 0 });
  await relay.cut();
  await eventually(() => !relayed.connected());
  await testing.database.kysely.updateTable('games').set({ position: 3 }).execute();
  for (now of [0, 1000, 30_000, 59_000]) expect(await show(catalogue)).toEqual({ chess: 0 });
  now = 61_000;
  await expect(catalogue.read()).rejects.toThrow();
  await relay.restore();
  await eventually(() => relayed.connected());
  expect(await show(catalogue)).toEqual({ chess: 3 });
});
