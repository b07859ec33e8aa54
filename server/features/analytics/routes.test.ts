import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from 'kysely';
import { portalAnalyticsBuildId, portalAnalyticsPlatformId } from '#model/analytics-events.ts';
import { createCopyConnection, type CopyConnection } from '#server/db/copy-connection.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { eraseAccounts } from '#server/features/account-deletion/erase-account.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { buildEventBatch } from './event-batch.ts';
import { createEventWriter, type EventWriterDeps } from './event-writer.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner']);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.database.kysely.deleteFrom('analytics_events_by_day').execute());

const envelope = { SessionId: 'session-1', Platform: portalAnalyticsPlatformId, BuildId: portalAnalyticsBuildId };
const event = { EventId: 1601, CreatedAt: new Date().toISOString() };
const track = (body: object, token?: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/analytics/track',
    payload: body,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
const stored = () =>
  server.database.kysely
    .selectFrom('analytics_events_by_day')
    .selectAll()
    .orderBy(sql`(fields->>'I1')::bigint`)
    .orderBy('event_id')
    .execute();

test('when the reply arrives, the events are stored with all filled fields', async () => {
  const odd = 'tab\t new\nline \x01 \x02 "\n\\.\n';
  const filled = { I1: 7, I10: -3, F1: 0.5, S15: '\x01\x02"deep\\\t\n\r\\N', J4: '{"a":"\\\\"}' };
  const Events = [{ ...event, Build: 191, Platform: 25, ...filled }, event];
  const response = await track({ ...envelope, SessionId: odd, Events });
  expect([response.statusCode, response.body]).toEqual([204, '']);
  const rows = await stored();
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    account_id: null,
    game: null,
    session_id: odd,
    platform: 24,
    build_id: 190,
    event_id: 1601,
    event_build: 191,
    event_platform: 25,
    fields: filled,
    created_at: new Date(event.CreatedAt),
  });
  expect(rows[1], 'Build and Platform of the envelope').toMatchObject({
    event_build: 190,
    event_platform: 24,
    fields: {},
  });
});

test('the user is the session’s account, whatever an event claims', async () => {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  await track({ ...envelope, Events: [{ ...event, I1: 1, UserId: 'somebody-else' }] }, token);
  await track({ ...envelope, Events: [{ ...event, I1: 2, UserId: accountId }] });
  await track({ ...envelope, Events: [{ ...event, I1: 3, UserId: accountId }] }, 'fxs_stale');
  const rows = await stored();
  expect(rows.map(({ account_id }) => account_id)).toEqual([accountId, null, null]);
  expect(JSON.stringify(rows)).not.toContain('somebody-else');
});

test('an event belongs to the session’s game, else to the game that it names', async () => {
  const { token } = await server.sessions.begin(await buildAccount(server.database), { game: 'gem-miner' });
  const named = { EventId: 1802, CreatedAt: event.CreatedAt, S1: 'sky-courier' };
  await track({ ...envelope, Events: [{ ...named, I1: 1 }] }, token);
  await track({
    ...envelope,
    Events: [
      { ...named, I1: 2 },
      { ...named, I1: 3, S1: 'No game' },
      { ...event, I1: 4, S1: 'x' },
    ],
  });
  expect((await stored()).map(({ game }) => game)).toEqual(['gem-miner', 'sky-courier', null, null]);
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
])('rejects the whole batch with %s', async (_, body) => {
  expect((await track(body)).statusCode).toBe(400);
  expect(await stored()).toEqual([]);
});

test('a batch is parsed outside of the event loop, where other requests would wait', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  expect((await track({ ...envelope, Events: [{ ...event, S1: 'parsed elsewhere' }] })).statusCode).toBe(204);
  expect(await stored()).toMatchObject([{ fields: { S1: 'parsed elsewhere' } }]);
  expect(parse.mock.calls.filter(([text]) => text.includes(envelope.SessionId))).toEqual([]);
});

test('accepts a body of up to a megabyte', async () => {
  const long = (J: number) => ({ ...event, J1: 'x'.repeat(J), J2: 'x'.repeat(J) });
  const fits = { ...envelope, Events: Array.from({ length: 125 }, () => long(4000)) };
  expect(JSON.stringify(fits).length).toBeLessThan(1024 * 1024);
  expect((await track(fits)).statusCode).toBe(204);
  const tooLarge = { ...envelope, Events: Array.from({ length: 140 }, () => long(4000)) };
  expect((await track(tooLarge)).json()).toMatchObject({ status: 413, Code: 'BodyTooLarge' });
});

const batchOf = (count: number, accountId?: string, CreatedAt = event.CreatedAt) =>
  buildEventBatch(
    { ...envelope, Events: Array.from({ length: count }, (_, I1) => ({ EventId: 1, CreatedAt, I1 })) },
    accountId === undefined ? undefined : { accountId },
    new Date(),
  );

function newWriter(options: Partial<EventWriterDeps> = {}) {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const connection = createCopyConnection(server.database.connection, log);
  let writes = 0;
  const counted: CopyConnection = {
    ...connection,
    copy: (statements, rows) => {
      writes += 1;
      return connection.copy(statements, rows);
    },
  };
  const writer = createEventWriter({ connection: counted, database: server.database, log, ...options });
  onTestFinished(() => writer.close());
  return { writer, logged, writes: () => writes };
}

test('batches that arrive during a write share the next one', async () => {
  const { writer, writes } = newWriter();
  await Promise.all(Array.from({ length: 40 }, () => writer.write(batchOf(3))));
  expect(await stored()).toHaveLength(120);
  expect(writes()).toBe(2);
});

test('one write is bounded, so that senders are answered in turns', async () => {
  const { writer, writes } = newWriter();
  const CreatedAt = event.CreatedAt;
  const Events = [{ EventId: 1, CreatedAt, J1: 'x'.repeat(4000) }];
  const batch = buildEventBatch(
    { ...envelope, Events: Array.from({ length: 100 }, () => Events).flat() },
    undefined,
    new Date(),
  );
  await Promise.all(Array.from({ length: 6 }, () => writer.write(batch)));
  expect(await stored()).toHaveLength(600);
  expect(writes()).toBe(4);
});

test('accepted events are written before it closes', async () => {
  const { writer } = newWriter();
  const writing = [writer.write(batchOf(1)), writer.write(batchOf(1))];
  await writer.close();
  await Promise.all(writing);
  expect(await stored()).toHaveLength(2);
});

test('a batch that the database rejects fails alone', async () => {
  const { writer, logged } = newWriter();
  const results = await Promise.allSettled([
    writer.write(batchOf(1)),
    writer.write(batchOf(1)),
    writer.write(batchOf(1, undefined, 'no time')),
    writer.write(batchOf(1)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await stored()).toHaveLength(3);
  expect(logged.join()).toContain('is invalid');
});

test('without a database every sender gets the error', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const connection = { copy: () => Promise.reject(away), close: async () => undefined };
  const { writer } = newWriter({ connection });
  const results = await Promise.allSettled([writer.write(batchOf(1)), writer.write(batchOf(1))]);
  expect(results).toEqual([
    { status: 'rejected', reason: away },
    { status: 'rejected', reason: away },
  ]);
});

test('events of an erased account are not written, and erasing waits for those that are being written', async () => {
  const { kysely } = server.database;
  const [erased, leaving] = [await buildAccount(server.database), await buildAccount(server.database)];
  await kysely.deleteFrom('accounts').where('account_id', '=', erased).execute();
  const { writer } = newWriter();
  // The first goes alone, the others together.
  const batches = [batchOf(1, erased), batchOf(1, erased), batchOf(2, leaving), batchOf(1)];
  await Promise.all(batches.map((batch) => writer.write(batch)));
  const owners = (await stored()).map(({ account_id }) => account_id);
  expect(owners).toHaveLength(3);
  expect(new Set(owners)).toEqual(new Set([leaving, null]));
  await server.database.transaction((trx) => eraseAccounts(trx, [leaving]));
  expect(await stored()).toMatchObject([{ account_id: null }]);
});

test('during a flood, senders get 503 with Retry-After, and other calls are served', async () => {
  const { token } = await server.sessions.begin(await buildAccount(server.database));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const body = JSON.stringify({
    ...envelope,
    Events: Array.from({ length: 100 }, () => ({ ...event, S1: 'x'.repeat(900) })),
  });
  const replies: { readonly status: number | undefined; readonly retryAfter: string | undefined }[] = [];
  const send = (): void => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const sending = sendRequest({ port, method: 'POST', path: '/api/v1/analytics/track', headers, agent: false });
    sending.on('response', (response) => {
      replies.push({ status: response.statusCode, retryAfter: response.headers['retry-after'] });
      response.resume();
    });
    sending.end(body);
  };
  const sent = 120;
  await withSingleConnection(server.database.connection, async (client) => {
    // Nothing can be written now.
    await client.query('begin; lock table analytics_events_by_day in access exclusive mode');
    for (let count = 0; count < sent; count += 1) send();
    await eventually(() => replies.length > 0);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
    expect(replies[0]?.retryAfter).toBe('1');
    // Sign-in, the profile and the store use none of what the flood waits for.
    expect((await server.client(token).profile.get({})).AccountId).toBeDefined();
    expect((await server.client(token).games.list({ Locale: 'en' })).Games).toBeDefined();
    expect(server.database.pool().waiting).toBe(0);
    await client.query('rollback');
  });
  await eventually(() => replies.length === sent);
  const taken = replies.filter(({ status }) => status === 204).length;
  expect(await stored()).toHaveLength(taken * 100);
  expect((await track({ ...envelope, Events: [event] })).statusCode, 'afterwards').toBe(204);
});
