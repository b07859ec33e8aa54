import { expect, test } from 'vitest';
import { composeServer } from './compose-server.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { createPrimaryReads } from './db/replica-reads.ts';
import { createLog } from './http/log.ts';
import { createMetrics } from './http/metrics.ts';
import { createDeferredQueue } from './jobs/deferred-queue.ts';
import { createSealer } from './secrets/sealer.ts';

test('creates every feature without a query or a request, and stops features that were not started', async () => {
  const config = readConfig({ NODE_ENV: 'test' });
  const log = createLog({ level: 'silent' });
  const database = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/none' }, { log });
  const requests: string[] = [];
  const server = await composeServer({
    config,
    log,
    database,
    replicaReads: createPrimaryReads(database),
    signals: {
      on: () => undefined,
      onLost: () => undefined,
      connected: () => false,
      catchUp: async () => undefined,
      close: async () => undefined,
    },
    sealer: createSealer(config.secrets),
    clock: { read: () => Promise.reject(new Error('The clock was read.')), differenceMs: () => 0 },
    now: () => new Date(),
    random: () => 0,
    metrics: createMetrics(),
    fetch: async (address) => {
      requests.push(address);
      throw new Error('A request was sent.');
    },
    jobs: createDeferredQueue(),
    mailTransport: { send: () => Promise.reject(new Error('A mail was sent.')) },
    gameFolders: [],
  });
  const names = server.jobs.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['mail', 'erasure', 'clean-up', 'count-plays', 'play-event']));
  expect(new Set(names).size).toBe(names.length);
  await server.stop();
  expect(database.pool()).toEqual({ used: 0, idle: 0, waiting: 0 });
  expect(requests).toEqual([]);
  await database.close();
});
