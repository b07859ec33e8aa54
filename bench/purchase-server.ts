// The application with a payment provider that answers from memory, so that only our own work is measured; log lines and all, as
// in production. Nothing is delivered here and no job runs: those have measures of their own.
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { listenForSignals } from '#server/db/signals.ts';
import { createPush } from '#server/features/push/create-push.ts';
import { createSessions } from '#server/features/sessions/sessions.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createMoney } from '#server/money-areas.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestProvider } from '#server/testing/test-provider.ts';

const config = readConfig(process.env);
const log = createLog({ level: 'info' });
const database = openDatabase({ connectionString: config.databaseUrl ?? '' }, { log });
const sealer = createSealer(config.secrets);
const now = (): Date => new Date();
const { loaded, settings: fixedSettings } = createTestProvider(0);
const shared = { config, log, database, sealer, now, vendorFetch: safeFetch, fixedSettings };
const money = createMoney({ ...shared, providers: [loaded] });
const jobs = await startJobs(database.connection, { definitions: money.definitions, log });
money.start(jobs);
const refuse = (what: string) => () => Promise.reject(new Error(`${what} is not measured here.`));
const signals = await listenForSignals(database.connection, log);
const app = await buildApp({
  ...shared,
  signals,
  money,
  push: createPush({ ...shared, fetch: safeFetch, findPage: (page) => new URL(page, config.publicUrl) }),
  metrics: createMetrics(),
  sessions: createSessions({ database, signals, now }),
  redis: undefined,
  policy: createHeaderPolicy(config),
  readiness: { checks: [], stopping: () => false },
  portalFolder: undefined,
  queueMail: refuse('Mail'),
  notifyServer: refuse('Playing'),
  scheduleErasure: refuse('Leaving'),
  turnstile: config.turnstile,
});
await app.listen({ host: '127.0.0.1', port: config.port });
