import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { computeDueGameDays } from './compute-game-days.ts';
import { countPlaysOfHours } from './count-plays-of-hours.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

let server: TestApp;
let clock = new Date('2026-03-01T12:00:00Z');
let analyst: ReturnType<TestApp['client']>['operatorAnalytics'];
const [game, other] = ['gem-miner', 'sky-courier'];

beforeAll(async () => {
  server = await createTestApp({ now: () => clock });
  await buildGames(server.database, [game, other]);
  analyst = server.client(
    await createOperatorKeys(server.database).create('ann', ['analytics.read']),
  ).operatorAnalytics;
});
afterAll(() => server[Symbol.asyncDispose]());

const goTo = (day: string): void => void (clock = new Date(`${day}T12:00:00Z`));
const compute = () =>
  computeDueGameDays(server.database, createPostgresEventStore(server.database), clock.toISOString().slice(0, 10));

type Visit = readonly [game: string, event: 'GamePageShown' | 'GameStarted'];

/** One page load. */
async function load(accountId: string | undefined, ...visits: readonly Visit[]): Promise<void> {
  const token = accountId === undefined ? undefined : (await server.sessions.begin(accountId)).token;
  const Events = visits.map(([S1, event]) => ({
    EventId: analyticsEventIds[event],
    CreatedAt: clock.toISOString(),
    S1,
    I1: 900,
  }));
  await server.client(token).analytics.track({ SessionId: randomUUID(), Platform: 24, BuildId: 190, Events });
}

test('a player of two games counts once on the portal, and is new on their first day only', async () => {
  const [ada, bob] = [await buildAccount(server.database), await buildAccount(server.database)];
  goTo('2026-03-01');
  await load(ada, [game, 'GamePageShown'], [game, 'GameStarted'], [other, 'GameStarted']);
  await load(undefined, [game, 'GamePageShown']);
  await compute();
  goTo('2026-03-02');
  await load(ada, [other, 'GameStarted']);
  await load(bob, [other, 'GameStarted']);
  await compute();
  goTo('2026-03-03');
  await compute();
  const { Days } = await analyst.days({ From: '2026-03-01' });
  expect(Days).toMatchObject([
    { Day: '2026-03-01', Players: 1, NewPlayers: 1, Sessions: 1, Visits: 2, ReturnedDay1: 1 },
    { Day: '2026-03-02', Players: 2, NewPlayers: 1, Sessions: 2, Visits: 0 },
    { Day: '2026-03-03', Players: 0, IsComplete: false },
  ]);
  const ofGame = await analyst.days({ From: '2026-03-01', Game: game });
  expect(ofGame.Days).toMatchObject([{ Players: 1, Visits: 2, Sessions: 1, ReturnedDay1: 0 }]);
  expect((await analyst.export({ From: '2026-03-01', To: '2026-03-01' })).Csv.split('\r\n')).toEqual([
    'Day,Players,NewPlayers,Sessions,Visits,Orders,Buyers,RevenueUsdMinor,RefundedUsdMinor,ReturnedDay1,ReturnedDay7,ReturnedDay30',
    '2026-03-01,1,1,1,2,0,0,0,0,1,,',
    '',
  ]);
  const { Games } = await analyst.games({ From: '2026-03-01', OrderBy: 'Sessions' });
  expect(Games).toMatchObject([
    { Game: other, Sessions: 3, NewPlayers: 2, Visits: 0 },
    { Game: game, Sessions: 1, Visits: 2 },
  ]);
  await expect(analyst.days({ Game: 'nothing' })).rejects.toMatchObject({ code: 'UnknownGame' });
});

test('started games are counted by hour, and old hours are dropped', async () => {
  const { kysely } = server.database;
  await kysely
    .insertInto('portal_hours')
    .values({ hour: new Date('2026-02-01T00:00:00Z'), plays: 3 })
    .execute();
  goTo('2026-03-02');
  await countPlaysOfHours(server.database, createPostgresEventStore(server.database), clock);
  expect(await kysely.selectFrom('portal_hours').selectAll().execute()).toEqual([
    { hour: new Date('2026-03-02T12:00:00Z'), plays: 2 },
  ]);
});
