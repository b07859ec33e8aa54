// The server with a payment provider that responds from memory, so that only our own work is measured, including log
// lines as in production. It runs no deliveries and no jobs; other measures cover those.
import { composeServer } from '#server/compose-server.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import { createPrimaryReads } from '#server/db/replica-reads.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createDeferredQueue } from '#server/jobs/deferred-queue.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestProvider } from '#server/testing/test-provider.ts';

const config = readConfig(process.env);
const log = createLog({ level: 'info' });
const database = openDatabase({ connectionString: config.databaseUrl ?? '' }, { log });
const now = (): Date => new Date();
const { loaded, settings } = createTestProvider(0);
const jobs = createDeferredQueue();
const server = await composeServer({
  config,
  log,
  database,
  replicaReads: createPrimaryReads(database),
  signals: await listenForNodeSignals(database.connection, log),
  sealer: createSealer(config.secrets),
  clock: { read: async () => now(), differenceMs: () => 0 },
  now,
  random: Math.random,
  metrics: createMetrics(),
  fetch: safeFetch,
  jobs,
  mailTransport: { send: () => Promise.reject(new Error('Mail is not measured here.')) },
  providers: [loaded],
  gameFolders: [],
  simulators: { settings },
});
jobs.start(await startJobs(database.connection, { definitions: server.jobs, log }));
const app = await server.buildPortalApp({ readiness: { checks: [], stopping: () => false }, redis: undefined });
await app.listen({ host: '127.0.0.1', port: config.port });
