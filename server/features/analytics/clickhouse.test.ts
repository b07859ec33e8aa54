// Against a real ClickHouse, and the same against PostgreSQL.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { checkAnalyticsStore } from '#server/checking/check-analytics-store.ts';
import { readConfig } from '#server/config.ts';
import { eraseAccount } from '#server/features/account-deletion/erase-account.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { missingClickHouseReason, startClickHouse, type TestClickHouse } from '#server/testing/start-clickhouse.ts';
import { maintainDayTables } from './analytics-jobs.ts';
import { createClickHouse } from './clickhouse.ts';
import { createClickHouseEvents, type ClickHouseEvents } from './clickhouse-events.ts';
import { computeDueGameDays } from './compute-game-days.ts';
import { addDays } from './event-days.ts';
import { deleteFromOutbox, readOutboxBatch } from './event-outbox.ts';
import { openEventStore } from './open-event-store.ts';
import { recordServerEvent } from './record-server-event.ts';
import { readAnalyticsArguments, runAnalyticsCommand } from './run-analytics-command.ts';
import { createEventSender, type EventSender } from './send-events.ts';

const games = ['gem-miner', 'sky-courier'] as const;
const log = pino({ level: 'silent' });

let clickHouse: TestClickHouse;
let server: TestApp;
let events: ClickHouseEvents;
let sender: EventSender;
let env: Record<string, string>;
let clock = new Date('2026-03-01T12:00:00Z');
const now = (): Date => clock;
const config = () => readConfig({ NODE_ENV: 'test', ...env });

beforeEach(({ skip }) => skip(missingClickHouseReason !== undefined, missingClickHouseReason));
beforeAll(async () => {
  if (missingClickHouseReason !== undefined) return;
  clickHouse = await startClickHouse();
  env = { ANALYTICS_URL: clickHouse.url };
  server = await createTestApp({ env, now });
  await buildGames(server.database, games);
  const { analyticsStore } = config();
  if (!analyticsStore) throw new Error('No ClickHouse is set up.');
  events = createClickHouseEvents(analyticsStore);
  sender = createEventSender({ database: server.database, events, config: config(), log, now });
}, 120_000);
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await clickHouse?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await clickHouse.start();
  await server.database.kysely.deleteFrom('analytics_outbox').execute();
  await events.dropDaysBefore('2100-01-01');
});

const track = (to: TestApp, Events: readonly object[], { token, session = 'tab-1' }: Sender = {}) =>
  to.client(token).analytics.track({ SessionId: session, Platform: 24, BuildId: 190, Events } as never);
const note = (S2: string, more: object = {}) => ({
  EventId: 1802,
  CreatedAt: '2026-02-28T09:00:00.123Z',
  S1: 'gem-miner',
  S2,
  ...more,
});
const readNotes = async (day = '2026-03-01'): Promise<string[]> => {
  const found: string[] = [];
  const store = openEventStore(config(), server.database);
  await store.readDayEvents({ day, userId: 'account' }, async (some) => {
    found.push(...some.map(({ fields }) => String(fields['S2'])));
  });
  return found.sort();
};
const countWaiting = async (): Promise<number> =>
  (await server.database.kysely.selectFrom('analytics_outbox').select('row_id').execute()).length;

test('events wait in PostgreSQL until they are in ClickHouse, with those of the server', async () => {
  clock = new Date('2026-03-01T12:00:00Z');
  await track(server, [note('one'), note('two')]);
  await recordServerEvent(server.database.kysely, {
    accountId: null,
    eventId: analyticsEventIds.OrderStateChanged,
    fields: { S1: 'gem-miner', S2: 'order' },
    at: clock,
  });
  expect(await countWaiting()).toBe(2);
  expect(await server.database.kysely.selectFrom('analytics_events_by_day').selectAll().execute()).toEqual([]);
  expect(await sender.send()).toBe(3);
  expect([await countWaiting(), await readNotes()]).toEqual([0, ['one', 'order', 'two']]);
});

test('nothing is lost while ClickHouse is away, and nothing is stored twice', async () => {
  clock = new Date('2026-03-01T12:00:00Z');
  await track(server, [note('before')]);
  await sender.send();
  await clickHouse.kill();
  await track(server, [note('during')]);
  await expect(sender.send()).rejects.toThrow("can't be reached");
  expect(await countWaiting()).toBe(1);
  await clickHouse.start();
  // The reply to the insert is lost: the events are sent again.
  const batch = await readOutboxBatch(server.database);
  await events.insert(batch?.rows ?? '');
  await track(server, [note('after')]);
  expect(await sender.send()).toBe(2);
  expect([await countWaiting(), await readNotes()]).toEqual([0, ['after', 'before', 'during']]);
});

test('after each failure the job waits longer, and it says so', async () => {
  const warned: unknown[] = [];
  const attempts: string[] = [];
  const failing = createEventSender({
    database: server.database,
    events: createClickHouseEvents({ origin: 'http://127.0.0.1:9', user: 'x', password: 'x', database: 'x' }),
    config: config(),
    log: { info: () => undefined, warn: (what: { pauseMs: number }) => warned.push(what.pauseMs) } as never,
    now,
  });
  await track(server, [note('waits')]);
  for (let seconds = 0; seconds <= 900; seconds += 15) {
    clock = new Date(Date.parse('2026-03-01T12:00:00Z') + seconds * 1000);
    const before = warned.length;
    await failing.sendOrLog();
    if (warned.length > before) attempts.push(`${seconds} s`);
  }
  expect(attempts).toEqual(['0 s', '15 s', '45 s', '105 s', '225 s', '465 s', '765 s']);
  expect(warned.slice(-2)).toEqual([300_000, 300_000]);
  expect(await countWaiting()).toBe(1);
});

test('only one node sends at a time', async () => {
  clock = new Date('2026-03-01T12:00:00Z');
  await track(server, [note('once')]);
  const other = createEventSender({ database: server.database, events, config: config(), log, now });
  const sent = await Promise.all([sender.send(), other.send()]);
  expect(sent.toSorted()).toEqual([0, 1]);
});

test('batches are bounded by events and by bytes', async () => {
  await track(
    server,
    Array.from({ length: 25 }, (_, index) => note(`note ${index}`, { J1: 'x'.repeat(1000) })),
  );
  expect((await readOutboxBatch(server.database, { maxEvents: 10 }))?.count).toBe(10);
  expect((await readOutboxBatch(server.database, { maxBytes: 4000 }))?.count).toBe(4);
  const first = await readOutboxBatch(server.database, { maxBytes: 1 });
  expect(first?.count, 'one that is larger than the limit').toBe(1);
  if (first) await deleteFromOutbox(server.database, first);
  const small = createEventSender({
    database: server.database,
    events,
    config: config(),
    log,
    now,
    limits: { maxEvents: 10 },
  });
  expect(await small.send()).toBe(24);
});

test('if too many events wait, senders get 503 with Retry-After', async () => {
  await using full = await createTestApp({ env: { ...env, ANALYTICS_MAX_WAITING: '10000' }, now });
  await sql`
    insert into analytics_outbox (server_created_at, created_at, session_id, platform, build_id, event_id,
      event_platform, event_build, fields)
    select now(), now(), 'x', 24, 190, 1, 24, 190, '{}' from generate_series(1, 10000)`.execute(full.database.kysely);
  const reply = await full.app.inject({
    method: 'POST',
    url: '/api/v1/analytics/track',
    payload: { SessionId: 'x', Platform: 24, BuildId: 190, Events: [note('too many')] },
  });
  expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toMatchObject([
    503,
    '1',
    { Code: 'Overloaded' },
  ]);
  const metrics = (await full.app.inject('/metrics')).body;
  expect(metrics).toContain('fxid_analytics_waiting 10000');
  expect(metrics).toContain('fxid_analytics_waiting_limit 10000');
  expect(metrics).toMatch(/^fxid_analytics_oldest_seconds \d/m);
});

test('events from before ANALYTICS_URL was set are sent, and waiting ones return once it is removed', async () => {
  clock = new Date('2026-03-02T12:00:00Z');
  await using plain = await createTestApp({ now });
  await buildGames(plain.database, games);
  await track(plain, [note('today')]);
  clock = new Date('2026-02-01T12:00:00Z');
  await track(plain, [note('long ago', { CreatedAt: '2026-02-01T11:00:00Z' })]);
  clock = new Date('2026-03-02T12:00:00Z');
  await maintainDayTables({ config: readConfig({ NODE_ENV: 'test' }), database: plain.database, log, now });
  expect(await createEventSender({ database: plain.database, events, config: config(), log, now }).send()).toBe(2);
  expect([await readNotes('2026-02-01'), await readNotes('2026-03-02')]).toEqual([['long ago'], ['today']]);
  await using gone = await createTestApp({ env, now });
  await track(gone, [note('waits')]);
  await maintainDayTables({ config: readConfig({ NODE_ENV: 'test' }), database: gone.database, log, now });
  expect(await gone.database.kysely.selectFrom('analytics_events_by_day').select('fields').execute()).toEqual([
    { fields: { S1: 'gem-miner', S2: 'waits' } },
  ]);
  expect(await gone.database.kysely.selectFrom('analytics_outbox').selectAll().execute()).toEqual([]);
});

test('figures that were counted from ClickHouse are kept once ANALYTICS_URL is removed', async () => {
  clock = new Date('2026-07-01T12:00:00Z');
  const { database } = server;
  const CreatedAt = clock.toISOString();
  const startGame = () =>
    track(server, [{ EventId: analyticsEventIds.GameStarted, CreatedAt, S1: 'gem-miner', I1: 5 }], {
      session: randomUUID(),
    });
  const readDay = () =>
    database.kysely
      .selectFrom('game_days')
      .select(['sessions', 'time_to_play_ms'])
      .where('day', '=', '2026-07-01')
      .execute();
  await Promise.all([startGame(), startGame()]);
  await sender.send();
  await computeDueGameDays(database, openEventStore(config(), database), '2026-07-01');
  await startGame();
  const without = readConfig({ NODE_ENV: 'test' });
  await maintainDayTables({ config: without, database, log, now });
  await computeDueGameDays(database, openEventStore(without, database), '2026-07-01');
  expect(await readDay()).toEqual([{ sessions: 2, time_to_play_ms: 5 }]);
  await database.kysely.deleteFrom('analytics_events_by_day').execute();
});

test('days are dropped once they are older than the setting', async () => {
  clock = new Date('2026-03-01T12:00:00Z');
  await track(server, [note('old')]);
  await sender.send();
  clock = new Date('2026-03-08T12:00:00Z');
  await track(server, [note('new')]);
  const short = { ...config(), analyticsDays: 7 };
  await createEventSender({ database: server.database, events, config: short, log, now }).send();
  expect([await readNotes('2026-03-01'), await readNotes('2026-03-08')]).toEqual([['old'], ['new']]);
  clock = new Date('2026-03-09T00:00:00Z');
  await createEventSender({ database: server.database, events, config: short, log, now }).send();
  expect([await readNotes('2026-03-01'), await readNotes('2026-03-08')]).toEqual([[], ['new']]);
});

test('a player exports their events, and an erased account leaves none', async () => {
  clock = new Date();
  const day = clock.toISOString().slice(0, 10);
  const [ada, bob] = [await buildAccount(server.database), await buildAccount(server.database)];
  const { token } = await server.sessions.begin(ada);
  const CreatedAt = clock.toISOString();
  await track(server, [note('of Ada', { CreatedAt, I1: 7 })], { token });
  await track(server, [note('of Bob', { CreatedAt })], { token: (await server.sessions.begin(bob)).token });
  await sender.send();
  await track(server, [note('of Ada, waiting', { CreatedAt })], { token });
  const { Data } = await server.client(token).profile.exportData({});
  expect(Data['analytics_events_by_day']).toEqual([
    {
      account_id: ada,
      created_at: CreatedAt,
      server_created_at: CreatedAt,
      game: 'gem-miner',
      session_id: 'tab-1',
      event_id: 1802,
      fields: { S1: 'gem-miner', S2: 'of Ada', I1: 7 },
    },
  ]);
  expect(Data['analytics_outbox']).toMatchObject([{ fields: { S2: 'of Ada, waiting' } }]);
  expect(await eraseAccount(server.database, ada, { beforeItsTime: true })).toBe(true);
  const readErasures = () => server.database.kysely.selectFrom('analytics_erasures').select('erased_id').execute();
  expect(await readErasures()).toEqual([{ erased_id: ada }]);
  await sender.send();
  await eventually(async () => (await events.countEventsOf([ada])) === 0);
  expect(await readNotes(day)).toEqual(['of Bob']);
  await sender.send();
  expect(await readErasures(), 'a request may still be running').toHaveLength(1);
  await sql`update analytics_erasures set requested_at = now() - interval '6 minutes'`.execute(server.database.kysely);
  await sender.send();
  expect(await readErasures()).toEqual([]);
});

test('a restored backup of ClickHouse is cleaned of erased accounts', async () => {
  clock = new Date('2026-03-01T12:00:00Z');
  const [ada, bob] = [await buildAccount(server.database), await buildAccount(server.database)];
  for (const accountId of [ada, bob])
    await track(server, [note('restored')], { token: (await server.sessions.begin(accountId)).token });
  await sender.send();
  await server.database.kysely.deleteFrom('accounts').where('account_id', '=', ada).execute();
  const told: string[] = [];
  const deps = { config: config(), database: server.database, now, report: (line: string) => told.push(line) };
  await runAnalyticsCommand(readAnalyticsArguments(['erase-missing']), deps);
  expect(told[0]).toMatch(/^1 accounts no longer exist/);
  await sender.send();
  await eventually(async () => (await events.countEventsOf([ada])) === 0);
  expect(await events.countEventsOf([bob])).toBe(1);
  await server.database.kysely.deleteFrom('analytics_erasures').execute();
});

test('without ClickHouse, exports are refused with 503 and nothing else stops', async () => {
  clock = new Date();
  const { token } = await server.sessions.begin(await buildAccount(server.database));
  await clickHouse.kill();
  await expect(server.client(token).profile.exportData({})).rejects.toMatchObject({ status: 503 });
  const key = await createGameKeys(server.database, server.sealer).create('gem-miner');
  const headers = { authorization: `Bearer ${key}` };
  const reply = await server.app.inject({ url: '/api/v1/analytics/export?Day=2026-03-01', headers });
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect((await server.client(token).profile.get({})).AccountId).toBeDefined();
  expect(await checkAnalyticsStore(config(), server.database)).toMatchObject([
    { verdict: 'problem', text: expect.stringMatching(/^ClickHouse at 127\.0\.0\.1:\d+ can't be used/) },
    { verdict: 'ok', text: '0 of at most 20000000 events wait in PostgreSQL' },
  ]);
});

test('npm run check names a working ClickHouse, a wrong password and events that wait too long', async () => {
  clock = new Date(Date.now() - 3_600_000);
  expect(await checkAnalyticsStore(config(), server.database)).toMatchObject([
    { verdict: 'ok', text: expect.stringMatching(/responds \(version \d+\.\d+\.\d+.*\) and has the table$/) },
    { verdict: 'ok' },
  ]);
  await track(server, [note('late', { CreatedAt: clock.toISOString() })]);
  const wrong = readConfig({ NODE_ENV: 'test', ANALYTICS_URL: clickHouse.url.replace(/:p[^@]*@/, ':wrong@') });
  expect(await checkAnalyticsStore(wrong, server.database)).toMatchObject([
    { verdict: 'problem', text: expect.stringMatching(/answered \d{3}, error \d+/) },
    { verdict: 'warning', text: expect.stringContaining('the first for 60 minutes') },
  ]);
  expect(JSON.stringify(await checkAnalyticsStore(wrong, server.database))).not.toContain('wrong@');
});

test('npm run check does not create the table', async () => {
  const { analyticsStore } = config();
  if (!analyticsStore) throw new Error('No ClickHouse is set up.');
  await createClickHouse(analyticsStore).run('DROP TABLE analytics_events');
  const first = createClickHouseEvents(analyticsStore);
  expect(await checkAnalyticsStore(config(), server.database)).toMatchObject([
    { verdict: 'ok', text: expect.stringContaining('has no table yet') },
    { verdict: 'ok' },
  ]);
  expect(await first.readState()).toMatchObject({ hasTable: false });
  expect(await first.dropDaysBefore('2100-01-01')).toEqual([]);
  expect(await first.readState()).toMatchObject({ hasTable: true });
});

/** The same events for both engines: several games, players, duplicates of a session, odd values, and two days. */
test('gives the same figures and exports as PostgreSQL', async () => {
  clock = new Date('2026-04-01T12:00:00Z');
  await using plain = await createTestApp({ now });
  await buildGames(plain.database, games);
  await using other = await createTestApp({ env, now });
  await buildGames(other.database, games);
  const engines = [
    { app: plain, config: readConfig({ NODE_ENV: 'test' }) },
    { app: other, config: config() },
  ];
  const results = [];
  for (const engine of engines) results.push(await play(engine.app, engine.config));
  const [fromPostgres, fromClickHouse] = results;
  expect(fromClickHouse).toEqual(fromPostgres);
  expect(fromPostgres?.days).toHaveLength(6);
  expect(fromPostgres?.days[0]).toMatchObject({
    Day: '2026-04-01',
    Players: 3,
    NewPlayers: 3,
    Sessions: 8,
    TimeToPlayMs: 850,
    ReturnedDay1: 2,
  });
  expect(fromPostgres?.visits[0], '1 April').toEqual([
    { game: '', visits: 3, sessions: 9 },
    { game: 'gem-miner', visits: 2, sessions: 8 },
    { game: 'sky-courier', visits: 2, sessions: 1 },
  ]);
  expect(fromPostgres?.hours.slice(0, 2), '1 and 2 April').toEqual([
    [{ hour: 12, plays: 9 }],
    [{ hour: 23, plays: 2 }],
  ]);
  expect([fromPostgres?.visits.at(-1), fromPostgres?.hours.at(-1)], 'a day without events').toEqual([
    [{ game: '', visits: 0, sessions: 0 }],
    [],
  ]);
  expect(fromPostgres?.exported.length).toBeGreaterThan(10);
});

async function play(app: TestApp, using: ReturnType<typeof config>) {
  const { database } = app;
  const store = openEventStore(using, database);
  const send = createEventSender({ database, events, config: using, log, now });
  const accounts: string[] = [];
  for (let index = 0; index < 3; index += 1)
    accounts.push(await buildAccount(database, { games: [{ game: 'gem-miner', uid: `player-${index}` }] }));
  const startGame = async (
    accountId: string | undefined,
    ms: number | undefined,
    { of = 'gem-miner', session = '' } = {},
  ) =>
    track(
      app,
      [
        {
          EventId: analyticsEventIds.GameStarted,
          CreatedAt: clock.toISOString(),
          S1: of,
          ...(ms !== undefined && { I1: ms }),
        },
      ],
      { session: session || `session-${(sessions += 1)}`, ...(accountId && { token: await begin(accountId) }) },
    );
  const showPage = (of: string, session: string) =>
    track(app, [{ EventId: analyticsEventIds.GamePageShown, CreatedAt: clock.toISOString(), S1: of }], { session });
  const begin = async (accountId: string): Promise<string> => (await app.sessions.begin(accountId)).token;
  let sessions = 0;
  const finishDay = async (): Promise<void> => {
    await maintainDayTables({ config: using, database, log, now });
    if (using.analyticsStore) {
      // As if its reply was lost.
      const batch = await readOutboxBatch(database);
      if (batch) await events.insert(batch.rows);
      await send.send();
    }
    await computeDueGameDays(database, store, clock.toISOString().slice(0, 10));
  };
  for (const [of, session] of [
    ['gem-miner', 'visitor'],
    ['gem-miner', 'visitor'],
    ['sky-courier', 'visitor'],
    ['gem-miner', 'again'],
    ['sky-courier', 'curious'],
  ] as const)
    await showPage(of, session);
  for (const [index, accountId] of accounts.entries()) await startGame(accountId, 900 + index * 1000);
  await startGame(accounts[0], 800, { session: 'again' });
  await startGame(accounts[0], 850, { session: 'again' });
  await startGame(undefined, 700);
  await startGame(undefined, -1);
  await startGame(undefined, 600_001);
  await startGame(undefined, undefined);
  await startGame(accounts[1], undefined, { of: games[1] });
  const odd = { I10: 2 ** 53 - 1, F1: -0.25, F10: 1e21, S15: 'tab\t\u2028 "\\ \u0001 😀', J4: '{"a":"\\\\"}' };
  await track(app, [{ ...note('odd', odd), Build: 7, Platform: 25 }, note('')], {
    token: await begin(accounts[0] ?? ''),
  });
  await finishDay();
  for (const day of ['2026-04-02', '2026-04-03', '2026-04-08', '2026-05-01', '2026-05-02']) {
    clock = new Date(`${day}T23:59:59.999Z`);
    for (const accountId of accounts.slice(day < '2026-04-03' ? 1 : 2)) await startGame(accountId, 500);
    await finishDay();
  }
  clock = new Date('2026-05-03T00:00:00Z');
  await finishDay();
  const keys = createGameKeys(database, app.sealer);
  const key = await keys.create('gem-miner');
  const days = (await app.client(key).analytics.gameDays({ From: '2026-04-01', To: '2026-05-02' })).Days;
  const exported = await app.app.inject({
    url: '/api/v1/analytics/export?Day=2026-04-01',
    headers: { authorization: `Bearer ${key}` },
  });
  const file = join(createTemporaryFolder(), 'events.ndjson');
  const command = { config: using, database, now, report: () => undefined };
  const countedDays = ['2026-04-01', '2026-04-02', '2026-04-05'];
  const visits = await Promise.all(countedDays.map((day) => store.countVisits(day)));
  const hours = await Promise.all(countedDays.map((day) => store.countPlaysByHour(day)));
  await runAnalyticsCommand(readAnalyticsArguments(['export', '2026-04-01', file]), command);
  const otherKey = await keys.create(games[1]);
  clock = new Date('2026-04-01T12:00:00Z');
  return {
    days,
    visits: visits.map((each) => each.toSorted((a, b) => (a.game < b.game ? -1 : 1))),
    hours: hours.map((each) => each.toSorted((a, b) => a.hour - b.hour)),
    otherDays: (await app.client(otherKey).analytics.gameDays({ From: '2026-04-01', To: addDays('2026-04-01', 5) }))
      .Days,
    exported: toSortedLines(exported.body),
    // Accounts have other ids in the other database.
    exportedByOperator: toSortedLines(readFileSync(file, 'utf8').replaceAll(/"UserId":"[^"]+"/g, '"UserId":""')),
    playerDays: (
      await database.kysely.selectFrom('analytics_player_days').select(['game', 'day', 'first_day']).execute()
    )
      .map(({ game, day, first_day }) => `${game} ${day} ${first_day}`)
      .sort(),
  };
}

/** Engines may order the fields of an event differently. */
const toSortedLines = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.stringify(Object.entries(JSON.parse(line) as object).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .toSorted();

test('the figures wait for events of a past day that are not in ClickHouse yet', async () => {
  clock = new Date('2026-08-01T12:00:00Z');
  const { database } = server;
  const store = openEventStore(config(), database);
  const Events = [{ EventId: analyticsEventIds.GameStarted, CreatedAt: clock.toISOString(), S1: 'gem-miner', I1: 5 }];
  await track(server, Events, { session: randomUUID() });
  await sender.send();
  await computeDueGameDays(database, store, '2026-08-01');
  await track(server, Events, { session: randomUUID() });
  expect(await computeDueGameDays(database, store, '2026-08-02')).toEqual([]);
  clock = new Date('2026-08-02T00:10:00Z');
  const key = await createGameKeys(database, server.sealer).create('gem-miner');
  const download = () =>
    server.app.inject({
      url: '/api/v1/analytics/export?Day=2026-08-01',
      headers: { authorization: `Bearer ${key}` },
    });
  expect((await download()).statusCode).toBe(503);
  await sender.send();
  expect((await download()).body.trimEnd().split('\n')).toHaveLength(2);
  expect((await computeDueGameDays(database, store, '2026-08-02')).at(-1)).toBe('2026-08-02');
  const { Days } = await server.client(key).analytics.gameDays({ From: '2026-08-01', To: '2026-08-01' });
  expect(Days).toMatchObject([{ Sessions: 2 }]);
});

interface Sender {
  readonly token?: string;
  readonly session?: string;
}
