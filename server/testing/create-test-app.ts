// The server for tests: the real app on a real database, called in memory.
import type { FastifyInstance } from 'fastify';
import { api, type Api } from '#contract/api.ts';
import { createClient, type ApiClient } from '#contract/client.ts';
import { buildCallTable } from '#contract/describe.ts';
import { openBuildStore } from '#server/build-store/open-build-store.ts';
import { composeServer } from '#server/compose-server.ts';
import { readConfig } from '#server/config.ts';
import { listenForNodeSignals, type NodeSignals } from '#server/db/node-signals.ts';
import type { OrdersModule } from '#server/features/orders/create-orders-module.ts';
import type { LoadedProvider } from '#server/features/orders/providers/load-providers.ts';
import { loadPlatforms, type LoadedPlatform } from '#server/features/game-sign-in/load-platforms.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import { unsealQueuedMail } from '#server/features/mail/mail-job.ts';
import type { QueuedMail } from '#server/features/mail/mail-templates.ts';
import type { FixedAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import type { Readiness } from '#server/http/probes.ts';
import { FetchBlockedError, type SafeFetch } from '#server/http/safe-fetch.ts';
import { createSealer, type Sealer } from '#server/secrets/sealer.ts';
import { createPrimaryReads, type ReplicaReads } from '#server/db/replica-reads.ts';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';
import type { OperatorRole } from '#model/operator.ts';
import type { PushMessaging } from '#server/features/push/create-push-messaging.ts';
import { holdJobs, type HeldJobs } from './hold-jobs.ts';
import { signInOperator, type TestOperatorOptions } from './sign-in-operator.ts';
import { createBrowser } from './test-browser.ts';

export interface TestApp extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly database: TestDatabase['database'];
  readonly sessions: Sessions;
  readonly signals: NodeSignals;
  readonly mails: QueuedMail[];
  readonly erasures: { readonly accountId: string; readonly deleteAfter: Date }[];
  readonly sealer: Sealer;
  readonly money: OrdersModule;
  readonly push: PushMessaging;
  /** Held jobs of orders: a test runs those that are due by its clock. */
  readonly jobs: HeldJobs;
  readonly logged: string[];
  client(token?: string): ApiClient<Api>;
  /** The console's application, on its own host. */
  readonly consoleApp: FastifyInstance;
  /** Signs a new operator in to the console, with the second factor just proved. */
  operatorClient(role: OperatorRole, options?: TestOperatorOptions): Promise<ApiClient<Api>>;
  /** Calls the console with this session, or without one. */
  consoleClient(token?: string): ApiClient<Api>;
}

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  readonly portalFolder?: string;
  readonly consoleFolder?: string;
  /** Long by default, because tests run on busy machines. */
  readonly renderTimeoutMs?: number;
  readonly settings?: FixedAdapterSettings;
  /** Responses of vendors. By default no vendor responds, and the captcha accepts `passingCaptchaToken`. */
  readonly vendorFetch?: SafeFetch;
  readonly providers?: readonly LoadedProvider[];
  /** Platforms that replace those with the same folder. */
  readonly platforms?: readonly LoadedPlatform[];
  readonly poolSize?: number;
  readonly pushSimulator?: string;
  readonly readiness?: Readiness;
  readonly replicaReads?: ReplicaReads;
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { poolSize, vendorFetch = noVendors, now = () => new Date() } = options;
  const { database, connection, drop } = await createTestDatabase(poolSize === undefined ? {} : { poolSize });
  const config = readConfig({ NODE_ENV: 'test', ...options.env });
  const logged: string[] = [];
  const log = createLog({ level: 'info', write: (line) => logged.push(line) });
  const signals = await listenForNodeSignals(connection, log);
  const sealer = createSealer(config.secrets);
  const mails: QueuedMail[] = [];
  const erasures: { accountId: string; deleteAfter: Date }[] = [];
  const jobs = holdJobs(now);
  const { platforms: given = [], settings, pushSimulator } = options;
  const others = (await loadPlatforms()).filter(({ folder }) => !given.some((each) => each.folder === folder));
  const server = await composeServer({
    config,
    log,
    database,
    replicaReads: options.replicaReads ?? createPrimaryReads(database),
    signals,
    sealer,
    clock: { read: async () => now(), differenceMs: () => 0 },
    now,
    random: Math.random,
    metrics: createMetrics(),
    fetch: vendorFetch,
    jobs: {
      send: async (trx, job, data, sent) => {
        // Mails and erasures are only recorded; their own tests run them.
        if (job.name === 'mail') mails.push(unsealQueuedMail(sealer, data));
        else if (job.name === 'erasure' && sent?.startAfter)
          erasures.push({ ...(data as { accountId: string }), deleteAfter: sent.startAfter });
        else return jobs.send(trx, job, data, sent);
        return undefined;
      },
    },
    mailTransport: { send: () => Promise.reject(new Error('A test app sends no mail.')) },
    platforms: [...others, ...given],
    providers: options.providers,
    gameFolders: [],
    buildStore: openBuildStore(config, { now, log }),
    portalFolder: options.portalFolder,
    consoleFolder: options.consoleFolder,
    renderTimeoutMs: options.renderTimeoutMs ?? 60_000,
    simulators: { ...(settings && { settings }), ...(pushSimulator !== undefined && { pushSimulator }) },
  });
  const { sessions, orders: money, push } = server;
  const readiness = options.readiness ?? { checks: [], stopping: () => false };
  const app = await server.buildPortalApp({ readiness, redis: undefined });
  await app.ready();
  const requireConsole = (): FastifyInstance => {
    if (!app.consoleApp) throw new Error('In production there is a console only with CONSOLE_URL in the options.');
    return app.consoleApp;
  };
  const consoleClient: TestApp['consoleClient'] = (token) => createBrowser(requireConsole(), token).client;
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
      createClient<Api>(buildCallTable(api), { base: '/api/v1', send: inMemory(app), token: () => token }),
    get consoleApp() {
      return requireConsole();
    },
    consoleClient,
    operatorClient: async (role, given = {}) => consoleClient((await signInOperator(database, role, given)).token),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await server.stop();
      await signals.close();
      await drop();
    },
  };
}

const noVendors: SafeFetch = async (address, { body } = {}) => {
  if (!address.endsWith('/siteverify')) throw new FetchBlockedError(`${address} is not there.`);
  const { response } = JSON.parse(String(body)) as { response: string };
  const answer = {
    success: response === passingCaptchaToken,
    'error-codes': [],
    challenge_ts: new Date().toISOString(),
  };
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
};

export const passingCaptchaToken = 'a token that passes';

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
