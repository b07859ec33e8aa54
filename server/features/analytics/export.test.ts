import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createEventEncoder } from './event-formats.ts';
import type { ExportedEvent } from './read-day-events.ts';
import { readAnalyticsArguments, runAnalyticsCommand } from './run-analytics-command.ts';

let server: TestApp;
let clock = new Date('2026-03-01T12:00:00Z');
let accountId: string;
let key: string;
beforeAll(async () => {
  server = await createTestApp({ now: () => clock });
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  key = await createGameKeys(server.database, server.sealer).create('gem-miner');
  accountId = await buildAccount(server.database, { games: [{ game: 'gem-miner', uid: 'uid-of-ada' }] });
  const { token } = await server.sessions.begin(accountId);
  const track = (time: string, event: object, as?: string) => {
    clock = new Date(time);
    const Events = [{ EventId: 1802, CreatedAt: '2026-02-28T09:00:00.123Z', ...event }];
    return server.client(as).analytics.track({ SessionId: 'tab-1', Platform: 24, BuildId: 190, Events });
  };
  await track('2026-02-28T23:59:59.999Z', { S1: 'gem-miner', S2: 'before' });
  await track('2026-03-01T00:00:00Z', { S1: 'gem-miner', S2: 'first', I1: 2 ** 53 - 1, F1: -0.25, Build: 7 }, token);
  await track('2026-03-01T23:59:59.999Z', { S1: 'gem-miner', S2: 'Grüße\n"😀"', J4: '{"a":1}', I10: -1 });
  await track('2026-03-01T12:00:00Z', { S1: 'sky-courier', S2: 'elsewhere' });
  await track('2026-03-02T00:00:00Z', { S1: 'gem-miner', S2: 'after' });
});
afterAll(() => server[Symbol.asyncDispose]());

const download = (query: string, token = key) =>
  server.app.inject({
    method: 'GET',
    url: `/api/v1/analytics/export?${query}`,
    headers: { authorization: `Bearer ${token}` },
  });

const envelope = {
  SessionId: 'tab-1',
  EnvelopePlatform: 24,
  BuildId: 190,
  Platform: 24,
  EventId: 1802,
  Game: 'gem-miner',
};
const first = { ...envelope, UserId: 'uid-of-ada', Build: 7, S1: 'gem-miner', S2: 'first', F1: -0.25 };
const second = { ...envelope, Build: 190, S1: 'gem-miner', S2: 'Grüße\n"😀"', J4: '{"a":1}' };

test('developers export their game’s events of a day as NDJSON', async () => {
  const reply = await download('Day=2026-03-01');
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  expect(reply.headers['content-disposition']).toBe('attachment; filename="gem-miner-2026-03-01.ndjson"');
  const lines = reply.body.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { ...first, I1: 2 ** 53 - 1, CreatedAt: '2026-02-28T09:00:00.123Z', ServerCreatedAt: '2026-03-01T00:00:00.000Z' },
    { ...second, I10: -1, CreatedAt: '2026-02-28T09:00:00.123Z', ServerCreatedAt: '2026-03-01T23:59:59.999Z' },
  ]);
});

const readParquet = async (bytes: Buffer): Promise<Record<string, unknown>[]> => {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const rows = await parquetReadObjects({ file });
  // Columns that are not there are null.
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined)),
  );
};

test('developers export the same as Parquet, with types', async () => {
  const reply = await download('Day=2026-03-01&Format=parquet');
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/vnd.apache.parquet']);
  expect(await readParquet(reply.rawPayload)).toEqual([
    {
      ...first,
      I1: BigInt(2 ** 53 - 1),
      CreatedAt: new Date('2026-02-28T09:00:00.123Z'),
      ServerCreatedAt: new Date('2026-03-01T00:00:00Z'),
    },
    {
      ...second,
      I10: -1n,
      CreatedAt: new Date('2026-02-28T09:00:00.123Z'),
      ServerCreatedAt: new Date('2026-03-01T23:59:59.999Z'),
    },
  ]);
});

test('only a game’s key exports, and only a day', async () => {
  const { token } = await server.sessions.begin(accountId);
  expect((await download('Day=2026-03-01', token)).json()).toMatchObject({ Code: 'Unauthenticated' });
  for (const query of ['', 'Day=2026-02-31', 'Day=yesterday', 'Day=2026-03-01&Format=csv'])
    expect((await download(query)).json(), query).toMatchObject({ status: 400, Code: 'InvalidRequest' });
  expect((await download('Day=2020-01-01')).body, 'a day without events').toBe('');
  expect(await readParquet((await download('Day=2020-01-01&Format=parquet')).rawPayload)).toEqual([]);
});

test('operators export all games to a new file that only they can read, with accounts', async () => {
  const folder = createTemporaryFolder();
  const told: string[] = [];
  const run = (...given: string[]) =>
    runAnalyticsCommand(readAnalyticsArguments(given), {
      config: { analyticsStore: undefined },
      database: server.database,
      report: (line) => told.push(line),
      now: () => clock,
    });
  const [ndjson, parquet] = [join(folder, 'a.ndjson'), join(folder, 'a.parquet')];
  await run('export', '2026-03-01', ndjson);
  await run('export', '2026-03-01', parquet, '--game', 'gem-miner');
  expect(told).toEqual([`3 events of 2026-03-01 are in ${ndjson}.`, `2 events of 2026-03-01 are in ${parquet}.`]);
  expect(readFileSync(ndjson, 'utf8')).toContain(`"UserId":"${accountId}"`);
  expect(await readParquet(readFileSync(parquet))).toMatchObject([{ UserId: accountId }, { S2: 'Grüße\n"😀"' }]);
  expect(statSync(ndjson).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'mine.ndjson'), 'mine');
  await expect(run('export', '2026-03-01', join(folder, 'mine.ndjson'))).rejects.toThrow('EEXIST');
  await expect(run('export', '2026-03-01', join(folder, 'b.csv'))).rejects.toThrow('must end with .ndjson or .parquet');
  await expect(run('export', '2026-02-30', join(folder, 'b.ndjson'))).rejects.toThrow('must be a day');
  await expect(run('days', 'no-such-game')).rejects.toThrow('No game is named');
  await run('days', 'gem-miner');
  expect(told.at(-1)).toContain('no players or orders');
});

test('a large day is written group by group, so memory does not grow with it', async () => {
  const encoder = createEventEncoder('parquet', { rows: 100, bytes: 1_000_000 });
  const parts: Uint8Array[] = [];
  const event = (n: number): ExportedEvent => ({
    Game: null,
    UserId: null,
    SessionId: randomUUID(),
    EventId: n,
    CreatedAt: new Date(n),
    ServerCreatedAt: new Date(n),
    Platform: 24,
    Build: 190,
    EnvelopePlatform: 24,
    BuildId: 190,
    fields: { I1: n },
  });
  for (let at = 0; at < 1000; at += 50) parts.push(encoder.encode(Array.from({ length: 50 }, (_, n) => event(at + n))));
  // After every second part a group is full.
  expect(parts.filter(({ length }) => length > 100)).toHaveLength(10);
  const bytes = Buffer.concat([...parts, encoder.finish()]);
  const { row_groups } = parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual(Array.from({ length: 10 }, () => 100));
  const rows = await readParquet(bytes);
  expect(rows.map(({ I1 }) => Number(I1))).toEqual(Array.from({ length: 1000 }, (_, n) => n));
});
