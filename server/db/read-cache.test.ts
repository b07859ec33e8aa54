import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { listenForNodeSignals, type NodeSignals } from './node-signals.ts';
import { createOutageMemory } from './outage-memory.ts';
import { createOwnWritesWaiter } from './own-writes.ts';
import { createReadCache, type ReadCacheOptions } from './read-cache.ts';

const log = createLog({ level: 'silent' });
const down = (): Promise<never> => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));

/** Signals that a test sends itself. */
function fakeSignals() {
  const listeners = new Map<string, (key: string) => void>();
  const lost: (() => void)[] = [];
  let isConnected = true;
  return {
    on: (topic: string, listener: (key: string) => void) => void listeners.set(topic, listener),
    onLost: (listener: () => void) => void lost.push(listener),
    connected: () => isConnected,
    send: (topic: string, key: string) => listeners.get(topic)?.(key),
    lose: () => {
      isConnected = false;
      for (const listener of lost) listener();
    },
    restore: () => void (isConnected = true),
  };
}

let now: number;
let reads: string[];
let write: (table: string) => void;
let answer: (key: string) => Promise<{ readonly text: string } | undefined>;

beforeEach(() => {
  now = 0;
  reads = [];
  answer = async (key) => ({ text: `${key} ${reads.length}` });
});

function open(maxRows = 10, options: Partial<ReadCacheOptions> = {}) {
  const signals = fakeSignals();
  const metrics = createMetrics();
  const onWrite = (listener: (table: string) => void): void => void (write = listener);
  const outage = createOutageMemory({ onWrite }, signals, () => now);
  const cached = createReadCache(
    { name: 'things', topics: ['thing'], maxRows, ...options },
    { signals, waitForOwnWrites: () => undefined, outage, metrics, nowMs: () => now },
    (key) => {
      reads.push(key);
      return answer(key);
    },
  );
  const read = async (key: string) => (await cached(key))?.text;
  return { signals, metrics, read, clear: () => cached.clear() };
}

test('serves no row from before a change by this process, not even while the database is down', async () => {
  const { signals, read, clear } = open();
  expect(await read('a')).toBe('a 1');
  clear();
  expect(await read('a')).toBe('a 2');
  clear();
  signals.lose();
  answer = down;
  await expect(read('a')).rejects.toThrow('down');
});

test('reads a row again after its signal, and all rows after a signal without a key', async () => {
  const { signals, read, metrics } = open();
  expect([await read('a'), await read('a'), await read('b')]).toEqual(['a 1', 'a 1', 'b 2']);
  signals.send('thing', 'a');
  expect([await read('a'), await read('b')]).toEqual(['a 3', 'b 2']);
  signals.send('thing', '');
  expect([await read('a'), await read('b')]).toEqual(['a 4', 'b 5']);
  const text = await metrics.text();
  expect(text).toContain('fxid_cache_reads_total{cache="things",outcome="hit"} 2');
  expect(text).toContain('fxid_cache_reads_total{cache="things",outcome="miss"} 5');
});

test('keeps no row that changed while it was read, no absent row, and no more rows than allowed', async () => {
  const { signals, read } = open(2);
  const { promise, resolve } = Promise.withResolvers<{ text: string }>();
  answer = () => promise;
  const reading = read('a');
  signals.send('thing', 'a');
  resolve({ text: 'old' });
  expect(await reading).toBe('old');
  answer = async () => ({ text: 'new' });
  expect(await read('a')).toBe('new');
  answer = async () => undefined;
  expect([await read('none'), await read('none')]).toEqual([undefined, undefined]);
  answer = async (key) => ({ text: key });
  for (const key of ['b', 'c', 'a']) await read(key);
  expect(reads).toEqual(['a', 'a', 'none', 'none', 'b', 'c', 'a']);
});

test('asks the database while signals are interrupted, and trusts no row from before', async () => {
  const { signals, read } = open();
  await read('a');
  signals.lose();
  expect([await read('a'), await read('a')]).toEqual(['a 2', 'a 3']);
  signals.restore();
  expect([await read('a'), await read('a')]).toEqual(['a 4', 'a 4']);
});

test('serves rows for a minute while the database is down, except those that a signal has reported', async () => {
  const { signals, read } = open();
  await read('a');
  await read('b');
  signals.send('thing', 'b');
  answer = down;
  signals.lose();
  for (now of [0, 10_000, 59_999]) expect(await read('a')).toBe('a 1');
  await expect(read('b')).rejects.toThrow('down');
  now = 60_000;
  await expect(read('a')).rejects.toThrow('down');
  answer = () => Promise.reject(new Error('a mistake'));
  await expect(read('a')).rejects.toThrow('a mistake');
});

test('asks a database that is down once a second, and at once after a write', async () => {
  const { signals, read } = open();
  await read('a');
  signals.lose();
  answer = down;
  for (now of [0, 1, 999, 1000, 1001, 1999]) expect(await read('a')).toBe('a 1');
  expect(reads).toHaveLength(3);
  answer = async () => ({ text: 'new' });
  expect(await read('a')).toBe('a 1');
  write('things');
  expect(await read('a')).toBe('new');
});

test('concurrent readers share one read, unless the row has changed since it began or signals are interrupted', async () => {
  const { signals, read } = open();
  const begun: PromiseWithResolvers<{ text: string }>[] = [];
  answer = () => {
    const reading = Promise.withResolvers<{ text: string }>();
    begun.push(reading);
    return reading.promise;
  };
  const [one, two] = [read('a'), read('a')];
  signals.send('thing', 'a');
  const late = read('a');
  begun[0]?.resolve({ text: 'old' });
  begun[1]?.resolve({ text: 'new' });
  expect([await one, await two, await late]).toEqual(['old', 'old', 'new']);
  signals.lose();
  const unsignalled = [read('b'), read('b')];
  for (const reading of begun) reading.resolve({ text: 'b' });
  await Promise.all(unsignalled);
  expect(reads).toEqual(['a', 'a', 'b', 'b']);
});

test('without topics each read asks the database, and the last row is served while it is down', async () => {
  const { signals, read } = open(10, { topics: [] });
  expect([await read('a'), await read('a')]).toEqual(['a 1', 'a 2']);
  signals.lose();
  answer = down;
  expect([await read('a'), await read('a')]).toEqual(['a 2', 'a 2']);
});

let testing: TestDatabase;
let signals: NodeSignals;

beforeAll(async () => {
  testing = await createTestDatabase();
  await buildGames(testing.database, ['chess']);
  signals = await listenForNodeSignals(testing.connection, log);
});
afterAll(async () => {
  await signals.close();
  await testing.drop();
});

test('a profile is signalled when it changes, and not when its account is created or a game is played', async () => {
  const { database } = testing;
  const { kysely } = database;
  const heard: string[] = [];
  const own = await listenForNodeSignals(testing.connection, log);
  onTestFinished(() => own.close());
  own.on('account', (accountId) => heard.push(accountId));
  const list = async (): Promise<string[]> => {
    await own.catchUp();
    return heard.splice(0);
  };
  const accountId = await database.transaction(async (trx) => {
    const created = await buildAccount({ ...database, kysely: trx });
    const identity = { type: 'Telegram', external_id: '1', account_id: created };
    await trx.insertInto('social_identities').values(identity).execute();
    return created;
  });
  expect(await list()).toEqual([]);
  const game = { account_id: accountId, game: 'chess', game_uid: '1' };
  await kysely.insertInto('connected_games').values(game).execute();
  expect(await list()).toEqual([accountId]);
  await kysely.updateTable('connected_games').set({ plays: 7 }).execute();
  await kysely.updateTable('accounts').set({ delete_after: new Date() }).execute();
  expect(await list()).toEqual([]);
  for (const change of [
    kysely.updateTable('accounts').set({ name: 'Other' }),
    kysely.updateTable('accounts').set({ marketing_enabled: true }),
    kysely.updateTable('connected_games').set({ game_uid: '2' }),
    kysely.updateTable('social_identities').set({ confirmed: false }),
    kysely.deleteFrom('social_identities'),
    kysely.deleteFrom('connected_games'),
    kysely.deleteFrom('accounts'),
  ]) {
    await change.execute();
    expect(new Set(await list())).toEqual(new Set([accountId]));
  }
});

test('the waiter for own writes waits only after writes to tables with signals', async () => {
  let caughtUp = 0;
  const wait = createOwnWritesWaiter(testing.database, { catchUp: async () => void (caughtUp += 1) });
  await wait();
  expect([caughtUp, wait()]).toEqual([1, undefined]);
  await testing.database.kysely.deleteFrom('temp_tokens').execute();
  expect(wait()).toBeUndefined();
  await testing.database.kysely.deleteFrom('builds').execute();
  await wait();
  expect([caughtUp, wait()]).toEqual([2, undefined]);
  const text = "delete from builds where game = 'chess'";
  const write = (sendsNoSignal?: true) =>
    testing.database.prepare({ text, valuesOf: () => [], ...(sendsNoSignal && { sendsNoSignal }) })({});
  await write(true);
  expect(wait()).toBeUndefined();
  await write();
  await wait();
  expect(caughtUp).toBe(3);
});
