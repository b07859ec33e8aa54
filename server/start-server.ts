// Starts and stops a node, or one of its workers. Start: database, migrations, jobs, the caller's `prepare`, background
// work, then both ports listen. Stop: report not ready, keep serving while load balancers notice (the drain), close
// listeners, finish requests, background work, jobs, database.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openBuildStore } from './build-store/open-build-store.ts';
import { composeServer, type ServerParts, type SimulatorSettings } from './compose-server.ts';
import type { Config } from './config.ts';
import { warnOfGamesDomain } from './checking/check-addresses.ts';
import { logMissingSetup } from './checking/list-missing-setup.ts';
import { startDatabaseClock } from './db/database-clock.ts';
import type { Database } from './db/database.ts';
import { startScheduledBackups } from './db/scheduled-backups.ts';
import { divideConnections } from './db/share-connections.ts';
import { listenForNodeSignals } from './db/node-signals.ts';
import { startErasureJournal } from './features/account-deletion/keep-erasure-journal.ts';
import { createSmtpTransport, type MailTransport } from './features/mail/mail-transport.ts';
import type { Sessions } from './features/sessions/sessions.ts';
import { connectRedis } from './http/connect-redis.ts';
import { withVendorCallMetrics } from './http/with-vendor-call-metrics.ts';
import { createLeavePhase } from './http/leave-phase.ts';
import { listenOnPort, requireFreePort } from './http/listen.ts';
import type { Log } from './http/log.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { safeFetch, type SafeFetch } from './http/safe-fetch.ts';
import { startJobs } from './jobs/jobs.ts';
import { createDeferredQueue } from './jobs/deferred-queue.ts';
import { listListeners } from './listeners.ts';
import { openMigratedDatabase, openReplicaReads, openWorkerDatabase } from './open-migrated-database.ts';
import { createReadinessChecks } from './readiness-checks.ts';
import { registerReplicaGauge } from './server-gauges.ts';
import { createSealer, type Sealer } from './secrets/sealer.ts';
import { checkSealingKeys, recordSealingKeyId } from './secrets/sealing-keys.ts';
import { createStatementTracer } from './tracing/trace-statements.ts';
import type { Tracing } from './tracing/tracing.ts';
import { withVendorCallTracing } from './tracing/with-vendor-call-tracing.ts';
import { runCleanup, type CleanupSteps } from './cleanup.ts';
import { backgroundWorker } from './workers/worker-calls.ts';
import type { WorkerLink } from './workers/worker-link.ts';

export interface StartOptions {
  readonly config: Config;
  readonly log: Log;
  /** This machine's clock, for measuring the database's clock, which everything else uses. */
  readonly ownNow: () => Date;
  readonly step: (text: string) => void;
  readonly portalFolder: string | undefined;
  readonly consoleFolder?: string;
  readonly sdkFolder?: string;
  /** Absent if this process is the whole node. */
  readonly worker?: WorkerLink | undefined;
  readonly gameFolders?: readonly string[];
  /** The lab's replacements: simulated vendors and a mail inbox on this machine. */
  readonly lab?: LabParts;
  /** Runs once the database is open. The lab adds demo content here. */
  readonly prepare?: (parts: {
    database: Database;
    sessions: Sessions;
    sealer: Sealer;
    step: (text: string) => void;
  }) => Promise<void>;
}

interface LabParts extends SimulatorSettings, NonNullable<ServerParts['lab']> {
  readonly mailTransport: MailTransport;
  /** Maps a simulated vendor's network address to its address on this machine. Absent: they are the same. */
  readonly toLocal?: (address: string) => string;
}

export interface RunningServer {
  readonly database: Database;
  readonly sessions: Sessions;
  stop(): Promise<void>;
}

const finishMs = 8000;

export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log, ownNow, step, worker } = options;
  const doesBackgroundWork = worker === undefined || worker.role.number === backgroundWorker;
  const undo: CleanupSteps = [];
  const stop = (): Promise<void> => runCleanup(undo);
  try {
    if (!worker) for (const each of listListeners(config)) await requireFreePort(each);
    const gameFolders = listGameFolders(options);
    const infrastructure = await openInfrastructure(options, doesBackgroundWork, undo);
    const { database, replicaReads, sealer, clock, now } = infrastructure;
    const { metrics, tracing } = infrastructure;
    const buildStore = openBuildStore(config, { now: ownNow, log, metrics, tracing });
    const server = await composeServer({
      ...infrastructure,
      mailTransport: openMailTransport(options, undo),
      gameFolders,
      buildStore,
      portalFolder: options.portalFolder,
      consoleFolder: options.consoleFolder,
      sdkFolder: options.sdkFolder,
      simulators: options.lab,
      lab: options.lab,
    });
    const { sessions } = server;
    const jobs = await startJobs(database.connection, {
      definitions: server.jobs,
      log,
      poolSize: doesBackgroundWork ? divideConnections(config.connections, worker?.role.workers).jobs : 1,
      onlySends: !doesBackgroundWork,
      tracing,
    });
    undo.push(() => jobs.stop({ timeoutMs: finishMs }));
    infrastructure.jobs.start(jobs);
    await options.prepare?.({ database, sessions, sealer, step });
    if (doesBackgroundWork) await jobs.work();
    undo.push(() => server.stop());
    await server.start({ doesBackgroundWork });
    const redis = await connectRedis(config.redisUrl, log);
    if (redis) undo.push(async () => redis.disconnect());

    step('Listening');
    let isStopping = false;
    const leavePhase = createLeavePhase();
    const isWorking = (): boolean => jobs.isWorking(ownNow());
    worker?.offer({ takeSnapshot: (taken) => infrastructure.metrics.takeSnapshot(taken), areJobsWorking: isWorking });
    const checks = await createReadinessChecks({
      ...config,
      database,
      jobs: { isWorking: async () => (worker ? (await worker.readNodeState()).areJobsWorking : isWorking()) },
      readNodeState: worker && (() => worker.readNodeState()),
      redis,
      replica: config.databaseReadUrl === undefined ? undefined : replicaReads,
      clock,
      ownNow,
      gameFolders,
      buildStore: buildStore?.store,
    });
    const readiness = {
      checks: [...checks, { name: 'sealed', check: () => checkSealingKeys(database, sealer) }],
      stopping: () => isStopping,
      leavePhase,
    };
    await mkdir(gameFolders[0], { recursive: true });
    const apps: FastifyInstance[] = [];
    // In parallel: otherwise slow callers of one app would use up the other's time.
    undo.push(async () => void (await Promise.all(apps.map(closeApp))));
    const gamesApp = await server.buildGamesApp({ readiness });
    apps.push(gamesApp);
    const app = await server.buildPortalApp({ readiness, redis, countRequest: worker?.countRequest });
    apps.push(app);
    const [own, games] = listListeners(config);
    await listenOnPort(gamesApp, games, worker !== undefined);
    await listenOnPort(app, own, worker !== undefined);
    if (config.production && doesBackgroundWork) {
      warnOfGamesDomain(config, log);
      await logMissingSetup({ config, log, database, sealer, now });
    }
    if (config.scheduledBackups && doesBackgroundWork) {
      const { backupDir: folder, nodeName } = config;
      const [gamesFolder] = gameFolders;
      const backups = startScheduledBackups({ database, folder, gamesFolder, nodeName, log, now: ownNow });
      undo.push(() => backups.stop());
    }
    undo.push(async () => {
      isStopping = true;
      // Until load balancers notice, they still send requests.
      await sleep(config.drainSeconds * 1000);
      if (config.drainSeconds > 0) await leavePhase.run();
    });
    return { database, sessions, stop };
  } catch (error) {
    // The first error is thrown; errors of the cleanup are logged.
    await stop().catch((fault: unknown) => log.error({ err: fault }, 'Cleaning up after a failed start failed.'));
    throw error;
  }
}

async function openInfrastructure(options: StartOptions, doesBackgroundWork: boolean, undo: CleanupSteps) {
  const { config, log, ownNow, worker } = options;
  const own = createMetrics();
  const metrics = worker ? { ...own, text: () => worker.readMetrics() } : own;
  const tracing = await startTracing(options, metrics, undo);
  const storage = { ...options, traceStatement: tracing && createStatementTracer(tracing) };
  const database = worker ? openWorkerDatabase(storage, worker.role, undo) : await openMigratedDatabase(storage, undo);
  const signals = await listenForNodeSignals(database.connection, log);
  undo.push(() => signals.close());
  const replicaReads = await openReplicaReads(storage, database, signals, undo);
  const sealer = await openSealer(config, database, log);
  const clock = await startDatabaseClock({ database, log, ownNow });
  undo.push(async () => clock.stop());
  const { now } = clock;
  if (config.databaseReadUrl !== undefined) registerReplicaGauge(own, replicaReads);
  // Outside the feature, because it must outlive the jobs, which erase accounts.
  if (doesBackgroundWork) {
    const journal = startErasureJournal({ database, signals, folder: config.backupDir, log, now });
    undo.push(() => journal.stop());
  }
  const counted = withVendorCallMetrics(openFetch(options), metrics);
  const fetch = tracing ? withVendorCallTracing(counted, tracing) : counted;
  const jobs = createDeferredQueue();
  return {
    config,
    log,
    database,
    replicaReads,
    signals,
    sealer,
    clock,
    now,
    random: Math.random,
    metrics,
    fetch,
    jobs,
    tracing,
  };
}

/** First of all, because it is stopped last: the stop itself sends spans. */
async function startTracing(
  { config, log, worker }: StartOptions,
  { count }: Pick<Metrics, 'count'>,
  undo: CleanupSteps,
): Promise<Tracing | undefined> {
  if (!config.tracing) return undefined;
  const { nodeName: node, build } = config;
  const { openTracing } = await import('./tracing/open-tracing.ts');
  const tracing = await openTracing(config.tracing, { node, build, worker: worker?.role.number, log, count });
  undo.push(() => tracing.stop());
  return tracing;
}

const openFetch = ({ lab }: StartOptions): SafeFetch =>
  lab ? (address, given) => safeFetch(lab.toLocal?.(address) ?? address, { ...given, allowLoopback: true }) : safeFetch;

/** Games are installed into the first one. */
const listGameFolders = ({ config, gameFolders = [] }: StartOptions): [string, ...string[]] => [
  join(config.dataDir, 'games'),
  ...gameFolders,
];

async function openSealer({ secrets }: Config, database: Database, log: Log): Promise<Sealer> {
  const sealer = createSealer(secrets);
  await recordSealingKeyId(database, sealer);
  const { ok, detail } = await checkSealingKeys(database, sealer);
  if (!ok) log.error({ detail }, "Some secrets can't be decrypted on this node, so it will not be ready.");
  return sealer;
}

/** Without a mail server, mails stay queued until they expire. Production does not start without one. */
function openMailTransport({ config, lab }: StartOptions, undo: CleanupSteps): MailTransport {
  if (config.smtpUrl !== undefined) {
    const smtp = createSmtpTransport(config.smtpUrl);
    undo.push(async () => smtp.close());
    return smtp;
  }
  if (lab) return lab.mailTransport;
  return { send: () => Promise.reject(new Error('SMTP_URL is not set: no mail can be sent.')) };
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), finishMs);
  await app.close();
  clearTimeout(cutOff);
}
