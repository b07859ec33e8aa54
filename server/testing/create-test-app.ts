// The server as a slice test uses it: the real application on a real database, reached in memory.
import type { FastifyInstance } from 'fastify';
import { api, type Api } from '#contract/api.ts';
import { createClient, type Client } from '#contract/client.ts';
import { describeApi } from '#contract/describe.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createAssetFinder } from '#server/features/assets/find-asset.ts';
import { listenForSignals, type Signals } from '#server/db/signals.ts';
import type { Orders } from '#server/features/orders/create-orders.ts';
import { loadProviders, type LoadedProvider } from '#server/features/orders/providers/load-providers.ts';
import { loadPlatforms, type LoadedPlatform } from '#server/features/game-sign-in/load-platforms.ts';
import { createSessions, type Sessions } from '#server/features/sessions/sessions.ts';
import type { QueuedMail } from '#server/features/mail/mail-templates.ts';
import type { FixedSettings } from '#server/features/settings/adapter-settings.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import type { Readiness } from '#server/http/probes.ts';
import { FetchRefused, type SafeFetch } from '#server/http/safe-fetch.ts';
import { createMoney } from '#server/money-areas.ts';
import { collectGauges } from '#server/server-gauges.ts';
import { createSealer, type Sealer } from '#server/secrets/sealer.ts';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';
import { createPlayEvents } from '#server/features/cross-play/play-events.ts';
import { createEndpoints } from '#server/features/deliveries/endpoints.ts';
import { buildPageAddress } from '#server/account-areas.ts';
import { createPush, type Push } from '#server/features/push/create-push.ts';
import { holdJobs, type HeldJobs } from './hold-jobs.ts';

export interface TestApp extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly database: TestDatabase['database'];
  readonly sessions: Sessions;
  readonly signals: Signals;
  /** The mails that were asked for, in their order. */
  readonly mails: QueuedMail[];
  /** The erasures that were asked for. */
  readonly erasures: { readonly accountId: string; readonly deleteAfter: Date }[];
  readonly sealer: Sealer;
  /** Orders with all that they work with. */
  readonly money: Orders;
  readonly push: Push;
  /** The jobs of orders: they wait until a test runs those that are due by the clock. */
  readonly jobs: HeldJobs;
  /** What was logged, a line each. */
  readonly logged: string[];
  /** The typed client; with a token it calls as that player. */
  client(token?: string): Client<Api>;
}

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  readonly portalFolder?: string;
  /** The settings of identities, as an operator would make them. */
  readonly settings?: FixedSettings;
  /** What vendors answer: by default nobody does, and robots are not asked for. */
  readonly vendorFetch?: SafeFetch;
  /** The payment providers; by default those that there are. */
  readonly providers?: readonly LoadedProvider[];
  /** Platforms in the place of those with the same folder. */
  readonly platforms?: readonly LoadedPlatform[];
  readonly poolSize?: number;
  /** The origin of a push service on this machine. */
  readonly pushSimulator?: string;
  /** What `/readyz` asks; by default nothing. */
  readonly readiness?: Readiness;
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { poolSize, vendorFetch = noVendors, now = () => new Date() } = options;
  const { database, connection, drop } = await createTestDatabase(poolSize === undefined ? {} : { poolSize });
  const config = readConfig({ NODE_ENV: 'test', ...options.env });
  const logged: string[] = [];
  const log = createLog({ level: 'info', write: (line) => logged.push(line) });
  const signals = await listenForSignals(connection, log);
  const sessions = createSessions({ database, signals, now });
  const sealer = createSealer(config.secrets);
  const mails: QueuedMail[] = [];
  const erasures: { accountId: string; deleteAfter: Date }[] = [];
  const { platforms: given = [] } = options;
  const others = (await loadPlatforms()).filter(({ folder }) => !given.some((each) => each.folder === folder));
  const platforms = [...others, ...given];
  const providers = options.providers ?? (await loadProviders(platforms));
  const fixedSettings = options.settings;
  const metrics = createMetrics();
  const selling = { signals, metrics, vendorFetch, fixedSettings, providers };
  const money = createMoney({ config, log, database, sealer, now, ...selling });
  const jobs = holdJobs(now);
  money.start(jobs);
  const endpoints = createEndpoints(database, sealer, now);
  const playEvents = createPlayEvents({ database, endpoints, fetch: vendorFetch, log, now });
  playEvents.start(jobs);
  const push = createPush({
    config,
    database,
    sealer,
    log,
    now,
    fetch: vendorFetch,
    findPage: (page) => buildPageAddress(config, page),
    simulator: options.pushSimulator,
  });
  push.start(jobs);
  collectGauges(metrics, { config, database, redis: undefined, clock: { differenceMs: () => 0 }, log });
  const app = await buildApp({
    config,
    log,
    metrics,
    database,
    signals,
    sessions,
    redis: undefined,
    policy: createHeaderPolicy(config),
    readiness: options.readiness ?? { checks: [], stopping: () => false },
    now,
    portalFolder: options.portalFolder,
    findAsset: createAssetFinder(database),
    sealer,
    // Mails and erasures end here: what they do has tests of its own.
    queueMail: async (_, mail) => void mails.push(mail),
    notifyServer: playEvents.notifyServer,
    scheduleErasure: async (_, accountId, deleteAfter) => void erasures.push({ accountId, deleteAfter }),
    vendorFetch,
    turnstile: config.turnstile,
    fixedSettings,
    platforms,
    money,
    push,
  });
  await app.ready();
  return {
    app,
    database,
    sessions,
    signals,
    mails,
    erasures,
    sealer,
    money,
    push,
    jobs,
    logged,
    client: (token) =>
      createClient<Api>(describeApi(api), { base: '/api/v1', send: inMemory(app), token: () => token }),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await signals.close();
      await drop();
    },
  };
}

/** The captcha passes a token that says so; nobody else answers. */
const noVendors: SafeFetch = async (address, { body } = {}) => {
  if (!address.endsWith('/siteverify')) throw new FetchRefused(`${address} is not there.`);
  const { response } = JSON.parse(String(body)) as { response: string };
  const answer = { success: response === passingToken, 'error-codes': [], challenge_ts: new Date().toISOString() };
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
};

/** What the captcha of a test app takes. */
export const passingToken = 'a token that passes';

function inMemory(app: FastifyInstance) {
  return async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const response = await app.inject({
      method: init.method,
      url,
      headers: init.headers,
      ...(init.body !== undefined && { payload: init.body }),
    });
    return {
      status: response.statusCode,
      headers: { get: (name: string) => (response.headers[name] as string | undefined) ?? null },
      text: async () => response.body,
    };
  };
}
