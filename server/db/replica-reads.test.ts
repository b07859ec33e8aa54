import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { createReplicaReads, maxReplicaAgeMs, startReplicaReads } from './replica-reads.ts';
import type { Tables } from './tables.ts';

const log = pino({ level: 'silent' });

let tested: TestDatabase;
beforeAll(async () => {
  tested = await createTestDatabase();
});
afterAll(() => tested.drop());

/** A primary and a replica whose positions, clock and outages the test controls. */
function createHarness() {
  const primary = { kysely: { name: 'primary' } as unknown as Kysely<Tables> };
  const replica = { kysely: { name: 'replica' } as unknown as Kysely<Tables>, close: async () => undefined };
  const state = { nowMs: 0, primaryAt: 0n, replicaAt: 0n as bigint | 'away' };
  const listeners: (() => void)[] = [];
  const reads = createReplicaReads({
    primary,
    replica,
    log,
    nowMs: () => state.nowMs,
    signals: {
      on: (_, listener) => listeners.push(() => listener('')),
      onLost: (listener) => listeners.push(listener),
    },
    readPosition: async (database) => {
      if (database === primary) return state.primaryAt;
      if (state.replicaAt === 'away') throw new Error('Connection terminated unexpectedly');
      return state.replicaAt;
    },
  });
  state.nowMs = 2 * maxReplicaAgeMs;
  return {
    state,
    reads,
    signal: () => listeners.forEach((listener) => listener()),
    /** The name of the database that is read. */
    find: () => reads.read(async (kysely) => (kysely as unknown as { name: string }).name),
  };
}

test('reads from a replica that has everything', async () => {
  const { reads, find } = createHarness();
  expect(await find()).toBe('primary');
  await reads.measure();
  expect(await find()).toBe('replica');
});

test('reads from the primary while the replica is further behind than the limit', async () => {
  const { state, reads, find } = createHarness();
  await reads.measure();
  for (let seconds = 0; seconds < maxReplicaAgeMs / 1000; seconds += 1) {
    state.nowMs += 1000;
    state.primaryAt += 10n;
    await reads.measure();
    expect(await find()).toBe('replica');
  }
  state.nowMs += 1000;
  await reads.measure();
  expect(reads.ageMs()).toBe(maxReplicaAgeMs + 1000);
  expect(await find()).toBe('primary');
  state.replicaAt = state.primaryAt;
  await reads.measure();
  expect(reads.ageMs()).toBe(0);
  expect(await find()).toBe('replica');
});

test('stops using a replica whose age is no longer measured', async () => {
  const { state, reads, find } = createHarness();
  await reads.measure();
  state.nowMs += maxReplicaAgeMs + 1;
  expect(await find()).toBe('primary');
});

test('reads from the primary while the replica is away, and from the replica when it is back', async () => {
  const { state, reads, find } = createHarness();
  await reads.measure();
  state.replicaAt = 'away';
  await reads.measure();
  expect(await find()).toBe('primary');
  state.replicaAt = 0n;
  await reads.measure();
  expect(await find()).toBe('replica');
});

test('repeats a read on the primary if the replica is lost or cancels it, and nothing else', async () => {
  for (const fault of [new Error('Connection terminated'), Object.assign(new Error('conflict'), { code: '40001' })]) {
    const { reads, find } = createHarness();
    await reads.measure();
    const used: string[] = [];
    const read = reads.read(async (kysely) => {
      const { name } = kysely as unknown as { name: string };
      used.push(name);
      if (name === 'replica') throw fault;
      return name;
    });
    expect(await read).toBe('primary');
    expect(used).toEqual(['replica', 'primary']);
    expect(await find()).toBe('primary');
  }
  const { reads, find } = createHarness();
  await reads.measure();
  await expect(reads.read(() => Promise.reject(new Error('wrong statement')))).rejects.toThrow('wrong statement');
  expect(await find()).toBe('replica');
});

test('reads from the primary after a signal until the replica must have the change', async () => {
  const { state, reads, signal, find } = createHarness();
  await reads.measure();
  signal();
  expect(await find()).toBe('primary');
  state.nowMs += maxReplicaAgeMs + 1;
  await reads.measure();
  expect(await find()).toBe('replica');
});

test('measures a real server, and closes it', async () => {
  const { database } = tested;
  let isClosed = false;
  const reads = await startReplicaReads({
    primary: database,
    replica: { kysely: database.kysely, close: async () => void (isClosed = true) },
    signals: { on: () => undefined, onLost: () => undefined },
    nowMs: () => performance.now(),
    log,
  });
  expect(reads.ageMs()).toBeGreaterThanOrEqual(0);
  await reads.close();
  expect(isClosed).toBe(true);
});
