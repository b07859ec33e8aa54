import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { defineAnalyticsJobs } from './analytics-jobs.ts';
import { computeDueGameDays } from './compute-game-days.ts';
import { addDays } from './event-days.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

let server: TestApp;
let clock = new Date('2026-03-01T12:00:00Z');
let keys: Record<string, string>;
const [game, otherGame] = ['gem-miner', 'sky-courier'];
beforeAll(async () => {
  server = await createTestApp({ now: () => clock });
  await buildGames(server.database, [game, otherGame]);
  const gameKeys = createGameKeys(server.database, server.sealer);
  keys = { [game]: await gameKeys.create(game), [otherGame]: await gameKeys.create(otherGame) };
});
afterAll(() => server[Symbol.asyncDispose]());

const goTo = (day: string): void => void (clock = new Date(`${day}T12:00:00Z`));
const compute = () =>
  computeDueGameDays(server.database, createPostgresEventStore(server.database), clock.toISOString().slice(0, 10));
const read = async (query: { From?: string; To?: string } = {}, of = game) =>
  (await server.client(keys[of]).analytics.gameDays(query)).Days;
const readDay = async (day: string, of = game) => (await read({ From: day, To: day }, of))[0];

/** As the portal reports it. */
async function start(token: string | undefined, { ms = 1000, of = game }: { ms?: number; of?: string } = {}) {
  const event = { EventId: analyticsEventIds.GameStarted, CreatedAt: clock.toISOString(), S1: of, S2: 'FxId', I1: ms };
  await server.client(token).analytics.track({ SessionId: randomUUID(), Platform: 24, BuildId: 190, Events: [event] });
}
const signIn = async (accountId: string): Promise<string> => (await server.sessions.begin(accountId)).token;
const addPlayer = async (): Promise<string> => signIn(await buildAccount(server.database));

interface PaidOrder {
  readonly usdMinor: number;
  readonly priceMinor: number;
  readonly paidAt: string;
  readonly isTest?: boolean;
  readonly refundedMinor?: number;
  readonly refundedAt?: string;
}

async function addOrder({ usdMinor, priceMinor, paidAt, isTest = false, refundedMinor, refundedAt }: PaidOrder) {
  const { kysely } = server.database;
  const order_id = randomUUID();
  await sql`
    insert into orders (order_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor, status, expires_at, paid_at)
    values (${order_id}, ${game}, 'g-7', 'FxId', '{"names":{}}', 'gems', 1, ${priceMinor}, 'EUR', ${usdMinor}, 'Completed', now(), ${paidAt})`.execute(
    kysely,
  );
  await sql`
    insert into payment_attempts (attempt_id, order_id, number, provider, state, amount_minor, currency)
    values (${order_id}, ${order_id}, 1, 'test', 'expired', ${priceMinor}, 'EUR')`.execute(kysely);
  const entry = { provider: 'test', account: '', order_id, attempt_id: order_id, currency: 'EUR', is_test: isTest };
  const add = (kind: 'charged' | 'refunded', amount_minor: number, at: string) =>
    kysely
      .insertInto('ledger')
      .values({ ...entry, kind, transaction_id: `${kind}-${order_id}`, amount_minor, created_at: new Date(at) })
      .execute();
  await add('charged', priceMinor, paidAt);
  if (refundedMinor !== undefined) await add('refunded', refundedMinor, refundedAt ?? paidAt);
}

test('counts players, sessions, the median time to play, orders and revenue of each game and day', async () => {
  goTo('2026-03-01');
  const [ada, bob] = [await addPlayer(), await addPlayer()];
  await start(ada, { ms: 900 });
  await start(ada, { ms: 1500 });
  await start(bob, { ms: 4000 });
  await start(undefined, { ms: 99_999_999 });
  await start(ada, { of: otherGame, ms: 700 });
  const paidAt = '2026-03-01T23:59:59Z';
  await addOrder({ priceMinor: 100, usdMinor: 110, paidAt });
  await addOrder({ priceMinor: 1000, usdMinor: 1100, paidAt, refundedMinor: 500, refundedAt: '2026-03-02T00:00:00Z' });
  await addOrder({ priceMinor: 9900, usdMinor: 9900, paidAt, isTest: true });
  await compute();
  const day = {
    Day: '2026-03-01',
    Players: 2,
    NewPlayers: 2,
    Sessions: 4,
    Visits: 0,
    TimeToPlayMs: 1500,
    Orders: 2,
    Buyers: 0,
    RevenueUsdMinor: 1210,
    RefundedUsdMinor: 0,
  };
  expect(await readDay('2026-03-01')).toEqual({ ...day, IsComplete: false });
  expect(await readDay('2026-03-01', otherGame)).toMatchObject({
    Players: 1,
    Sessions: 1,
    TimeToPlayMs: 700,
    Orders: 0,
  });
  goTo('2026-03-02');
  await compute();
  expect(await read()).toMatchObject([
    { ...day, IsComplete: true },
    { Day: '2026-03-02', IsComplete: false, Players: 0, Orders: 0, RefundedUsdMinor: 550 },
  ]);
});

test('counts how many new players returned after one, seven and thirty days, once that day is over', async () => {
  const first = '2026-04-01';
  const players = await Promise.all(Array.from({ length: 4 }, () => buildAccount(server.database)));
  // Sessions end; players come back with new ones.
  const playOn = async (days: number, who: readonly string[]): Promise<void> => {
    goTo(addDays(first, days));
    for (const accountId of who) await start(await signIn(accountId));
    await compute();
  };
  await playOn(0, players);
  expect(await readDay(first)).not.toHaveProperty('ReturnedDay1');
  await playOn(1, players.slice(0, 3));
  expect(await readDay(first)).not.toHaveProperty('ReturnedDay1');
  await playOn(2, players);
  expect(await readDay(first)).toMatchObject({ NewPlayers: 4, ReturnedDay1: 3 });
  await playOn(7, players.slice(0, 2));
  await playOn(30, players.slice(0, 1));
  expect(await readDay(first)).not.toHaveProperty('ReturnedDay30');
  await playOn(31, []);
  expect(await readDay(first)).toMatchObject({ NewPlayers: 4, ReturnedDay1: 3, ReturnedDay7: 2, ReturnedDay30: 1 });
  expect(await readDay(addDays(first, 1))).toMatchObject({ Players: 3, NewPlayers: 0 });
});

test('days that passed while no job ran are computed afterwards', async () => {
  goTo('2026-06-01');
  await start(await addPlayer());
  goTo('2026-06-04');
  const days = await compute();
  expect(days.at(-1)).toBe('2026-06-04');
  expect(await readDay('2026-06-01')).toMatchObject({ IsComplete: true, Players: 1 });
  expect(await compute()).toEqual(['2026-06-03', '2026-06-04']);
});

test('the jobs keep the days and compute the figures, again and again', async () => {
  goTo('2026-07-01');
  await start(await addPlayer());
  const { database, jobs } = server;
  const deps = {
    config: { analyticsDays: 30, analyticsStore: undefined },
    database,
    jobs,
    now: () => clock,
    log: pino({ level: 'silent' }),
  };
  for (const job of defineAnalyticsJobs(deps))
    await job.run({}, { id: randomUUID(), attempt: 1, signal: new AbortController().signal });
  expect(jobs.held.map(({ job }) => job.name)).toEqual(['analytics-days', 'analytics-figures', 'analytics-hours']);
  expect(await readDay('2026-07-01')).toMatchObject({ Players: 1 });
});

test('only the game’s own key reads them, and days must be valid', async () => {
  await expect(server.client().analytics.gameDays({})).rejects.toMatchObject({ status: 401 });
  await expect(server.client(await addPlayer()).analytics.gameDays({})).rejects.toMatchObject({ status: 401 });
  for (const query of [
    { From: '2026-02-31' },
    { To: 'yesterday' },
    { From: '2026-02-02', To: '2026-02-01' },
    { From: '2025-01-01', To: '2026-01-02' },
  ])
    await expect(read(query), JSON.stringify(query)).rejects.toMatchObject({ code: 'InvalidRequest' });
});
