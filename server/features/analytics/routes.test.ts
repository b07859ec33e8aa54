import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { portalAnalyticsBuildId, portalAnalyticsPlatformId } from '#model/analytics-events.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createAnalyticsQueue, type AnalyticsQueueOptions, type QueuedEvent } from './analytics-queue.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.database.kysely.deleteFrom('analytics_events').execute());

const envelope = { SessionId: 'session-1', Platform: portalAnalyticsPlatformId, BuildId: portalAnalyticsBuildId };
const event = { EventId: 1601, CreatedAt: new Date().toISOString() };
const track = (body: object, token?: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/analytics/track',
    payload: body,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
const storedIfThereAre = (count: number) =>
  eventually(async () => {
    const rows = await stored();
    return rows.length === count && rows;
  });
const stored = () => server.database.kysely.selectFrom('analytics_events').selectAll().orderBy('row_id').execute();

test('keeps a batch with the fields that were filled, and answers without a body', async () => {
  const filled = { I1: 7, I10: -3, F1: 0.5, S15: 'deep', J4: '{"a":1}' };
  const Events = [{ ...event, UserId: 'u-1', Build: 190, Platform: 24, ...filled }, event];
  const response = await track({ ...envelope, Events });
  expect([response.statusCode, response.body]).toEqual([204, '']);
  const rows = await storedIfThereAre(2);
  expect(rows[0]).toMatchObject({
    account_id: null,
    session_id: 'session-1',
    platform: 24,
    build_id: 190,
    event_id: 1601,
    user_id: null,
    event_build: 190,
    event_platform: 24,
    fields: filled,
    created_at: new Date(event.CreatedAt),
  });
  expect(rows[1]).toMatchObject({ event_build: null, fields: {} });
});

test('knows the sender by the session, not by what the event says', async () => {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  await track({ ...envelope, Events: [{ ...event, UserId: 'somebody-else' }] }, token);
  await track({ ...envelope, Events: [event] }, 'fxs_stale');
  const rows = await storedIfThereAre(2);
  expect(rows.map(({ account_id }) => account_id)).toEqual([accountId, null]);
  expect(JSON.stringify(rows)).not.toContain('somebody-else');
});

test.each<[string, object]>([
  ['no events', { ...envelope }],
  ['too many events', { ...envelope, Events: Array.from({ length: 501 }, () => event) }],
  ['an event without an id', { ...envelope, Events: [{ CreatedAt: event.CreatedAt }] }],
  ['an id that is too large', { ...envelope, Events: [{ ...event, EventId: 2 ** 31 }] }],
  ['null in a field', { ...envelope, Events: [{ ...event, S1: null }] }],
  ['a field that is not there', { ...envelope, Events: [{ ...event, S16: 'x' }] }],
  ['a text that is too long', { ...envelope, Events: [{ ...event, S1: 'x'.repeat(1001) }] }],
  ['no time', { ...envelope, Events: [{ ...event, CreatedAt: '2026-99-99T99:99:99Z' }] }],
  ['a day that is not there', { ...envelope, Events: [{ ...event, CreatedAt: '2026-02-31T00:00:00Z' }] }],
  ['the year nought', { ...envelope, Events: [{ ...event, CreatedAt: '0000-01-01T00:00:00Z' }] }],
  ['a far future', { ...envelope, Events: [{ ...event, CreatedAt: '9999-01-01T00:00:00Z' }] }],
])('refuses a batch with %s, whole', async (_, body) => {
  expect((await track(body)).statusCode).toBe(400);
});

test('takes a body of a megabyte and no more', async () => {
  const long = (J: number) => ({ ...event, J1: 'x'.repeat(J), J2: 'x'.repeat(J) });
  const fits = { ...envelope, Events: Array.from({ length: 125 }, () => long(4000)) };
  expect(JSON.stringify(fits).length).toBeLessThan(1024 * 1024);
  expect((await track(fits)).statusCode).toBe(204);
  const tooLarge = { ...envelope, Events: Array.from({ length: 140 }, () => long(4000)) };
  expect((await track(tooLarge)).json()).toMatchObject({ status: 413, Code: 'BodyTooLarge' });
});

const queued: QueuedEvent = {
  account_id: null,
  session_id: 's',
  platform: 24,
  build_id: 190,
  event_id: 1,
  event_build: null,
  event_platform: null,
  fields: {},
  created_at: event.CreatedAt,
  server_created_at: event.CreatedAt,
};
const many = (count: number, rest: Partial<QueuedEvent> = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...queued, event_id: index, ...rest }));

function newQueue(options: Partial<AnalyticsQueueOptions>) {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const queue = createAnalyticsQueue({ database: server.database, log, delayMs: 60_000, ...options });
  onTestFinished(() => queue.close());
  return { queue, logged };
}

test('writes all that waits, in batches, in order, and when it is closed', async () => {
  const { queue } = newQueue({ batchSize: 3 });
  expect(queue.add(many(7))).toBe(true);
  await Promise.all([queue.flush(), queue.flush()]);
  expect((await stored()).map(({ event_id }) => event_id)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  queue.add(many(2));
  await queue.close();
  expect(await stored()).toHaveLength(9);
  expect(queue.add(many(1))).toBe(false);
});

test('has a bound, and takes again what comes after it was written', async () => {
  const { queue } = newQueue({ maxWaiting: 5 });
  expect(queue.add(many(4))).toBe(true);
  expect(queue.add(many(2))).toBe(false);
  expect(queue.add(many(1))).toBe(true);
  await queue.flush();
  expect(queue.add(many(5))).toBe(true);
  await queue.flush();
  expect(await stored()).toHaveLength(10);
});

test('answers that it has too much to do when there is no room', async () => {
  const { createAnalyticsRoutes } = await import('./routes.ts');
  const { queue } = newQueue({ maxWaiting: 1 });
  const { track: call } = createAnalyticsRoutes(
    queue,
    () => new Date(),
    async () => undefined,
  );
  const send = (Events: object[]) =>
    call({ body: { ...envelope, Events }, session: async () => undefined } as unknown as Parameters<typeof call>[0]);
  await expect(send([event, event])).rejects.toMatchObject({ code: 'Overloaded', status: 503 });
  await expect(send([event])).resolves.toBeUndefined();
});

test('keeps what waits while the database is away, and writes it afterwards', async () => {
  const { kysely } = server.database;
  let isAway = true;
  const database = {
    get kysely() {
      if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      return kysely;
    },
  };
  const { queue, logged } = newQueue({ database });
  queue.add(many(3));
  await queue.flush();
  expect(await stored()).toEqual([]);
  expect(logged.join()).toContain('they wait');
  isAway = false;
  await queue.flush();
  expect(await stored()).toHaveLength(3);
});

test('one batch that cannot be written does not keep the others', async () => {
  const { queue, logged } = newQueue({ batchSize: 2 });
  queue.add(many(2, { created_at: 'no time' }));
  queue.add(many(2));
  await queue.flush();
  expect(await stored()).toHaveLength(2);
  expect(logged.join()).toContain('are lost');
});

test('writes nothing of an account that has been erased meanwhile', async () => {
  const accountId = await buildAccount(server.database);
  const { queue } = newQueue({});
  queue.add([...many(2, { account_id: accountId }), ...many(1)]);
  await server.database.kysely.deleteFrom('accounts').where('account_id', '=', accountId).execute();
  await queue.flush();
  expect(await stored()).toMatchObject([{ account_id: null }]);
});
