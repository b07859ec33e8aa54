// Brings a node up and down. Up: database, migrations, jobs, what the caller adds, then both servers listen. Down, in this
// order: not ready, for a while (the drain) still answering, no new connections, what runs is finished, jobs, database.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildPageAddress } from './account-areas.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { warnOfGamesDomain } from './checking/check-addresses.ts';
import { logMissing } from './checking/list-missing.ts';
import { startScheduledBackups } from './db/scheduled-backups.ts';
import { startDatabaseClock } from './db/database-clock.ts';
import type { Database } from './db/database.ts';
import { listenForSignals } from './db/signals.ts';
import { shareConnections } from './db/share-connections.ts';
import { networkScriptUrl } from './features/ads/ads-page.ts';
import { createAssetFinder } from './features/assets/find-asset.ts';
import { startKeepingAssets } from './features/assets/keep-assets.ts';
import { createPageOriginsReader } from './features/checkout/read-page-origins.ts';
import { createPlayEvents } from './features/cross-play/play-events.ts';
import { startDelivering } from './features/deliveries/deliver.ts';
import { defineCountPlaysJob } from './features/discovery/count-plays-job.ts';
import { defineMakePicturesJob } from './features/pictures/make-pictures-job.ts';
import { createEndpoints } from './features/deliveries/endpoints.ts';
import { createGamesReader } from './features/games/read-games.ts';
import { createCurrentBuildReader } from './features/games/read-current-build.ts';
import { createPreviewReader } from './features/games/read-preview.ts';
import { defineCleanUpJob } from './features/account-deletion/clean-up-job.ts';
import { defineErasureJob } from './features/account-deletion/erasure-job.ts';
import { keepErasureJournal } from './features/account-deletion/keep-erasure-journal.ts';
import { countMails } from './features/mail/count-mails.ts';
import { defineMailJob } from './features/mail/mail-job.ts';
import { createSmtpTransport, type MailTransport } from './features/mail/mail-transport.ts';
import { loadProviders } from './features/orders/providers/load-providers.ts';
import { createPush } from './features/push/create-push.ts';
import { createPortalConfigReader } from './features/portal/read-portal-config.ts';
import { createSessions, type Sessions } from './features/sessions/sessions.ts';
import { createGameWidgetFinder } from '#server/features/captcha/game-widget.ts';
import { createWorkIssuer } from './features/captcha/work-check.ts';
import type { FixedSettings } from './features/settings/adapter-settings.ts';
import { buildGamesApp } from './games-app.ts';
import { countCalls } from './http/count-calls.ts';
import { connectRedis } from './http/connect-redis.ts';
import { createHeaderPolicy } from './http/headers.ts';
import { listen, requireFreePort, type ListenOptions } from './http/listen.ts';
import type { Log } from './http/log.ts';
import { createMetrics } from './http/metrics.ts';
import type { Readiness } from './http/probes.ts';
import { safeFetch, type SafeFetch } from './http/safe-fetch.ts';
import { startJobs } from './jobs/jobs.ts';
import { createMoney } from './money-areas.ts';
import { createReadinessChecks } from './readiness-checks.ts';
import { createSealer, type Sealer } from './secrets/sealer.ts';
import { collectGauges } from './server-gauges.ts';
import { checkSealed, registerSealingKey } from './secrets/sealing-keys.ts';
import { openStorage } from './open-storage.ts';
import { undoAll, type Undo } from './undo.ts';

export interface StartOptions {
  readonly config: Config;
  readonly log: Log;
  /** This machine's clock. What runs here goes by the database's, which is measured against it. */
  readonly ownNow: () => Date;
  /** Is told what is being done, before it is done. */
  readonly step: (text: string) => void;
  readonly portalFolder: string | undefined;
  /** The built SDK; without it games find none on their own hosts. */
  readonly sdkFolder?: string;
  /** Folders of games besides the one in the data folder. */
  readonly gameFolders?: readonly string[];
  /** What makes it a developer's laptop: vendors and mail that never leave the machine. */
  readonly lab?: LabParts;
  /** What a laptop adds once the database is there, such as demo content. */
  readonly prepare?: (parts: {
    database: Database;
    sessions: Sessions;
    sealer: Sealer;
    step: (text: string) => void;
  }) => Promise<void>;
}

export interface LabParts {
  readonly mailTransport: MailTransport;
  readonly turnstile: Config['turnstile'];
  /** The origin of the simulated push service. */
  readonly pushSimulator: string;
  /** Where the simulated advertising network is. */
  readonly adsScriptUrl: string;
  readonly settings: FixedSettings;
  /** Where browsers reach the simulated vendors. */
  readonly vendorsOrigin: string;
  /** From the address of a simulated vendor in the network to the one on this machine; absent: they are the same. */
  readonly toLocal?: (address: string) => string;
  /** The origins of pages that frame the player as a platform would. */
  readonly frameAncestors: readonly string[];
  /** Sees every request, whoever answers it. */
  readonly watch: (app: FastifyInstance) => void;
  readonly mount: (app: FastifyInstance) => Promise<void>;
}

export interface RunningServer {
  readonly database: Database;
  readonly sessions: Sessions;
  stop(): Promise<void>;
}

const finishMs = 8000;
const leaveMs = 1000;

export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log, step, ownNow } = options;
  // Undone in reverse, whether the start fails halfway or the server stops.
  const undo: Undo = [];
  const stop = (): Promise<void> => undoAll(undo);
  try {
    for (const each of listeners(config)) await requireFreePort(each);
    const ground = await openInfrastructure(options, undo);
    const { database } = ground;
    const work = await startBackgroundWork(options, ground, undo);
    step('Listening');
    let isStopping = false;
    let isLeaving = false;
    const end = { stopping: () => isStopping, leaving: () => isLeaving };
    const { app, gamesApp } = await buildApps(options, { ...ground, ...work, ...end }, undo);
    const [own, games] = listeners(config);
    await listen(gamesApp, games);
    await listen(app, own);
    if (config.production) {
      warnOfGamesDomain(config, log);
      await logMissing({ config, log, ...ground });
    }
    if (config.scheduledBackups) {
      const { backupDir: folder, nodeName } = config;
      const [gamesFolder] = listGameFolders(options);
      const backups = startScheduledBackups({ database, folder, gamesFolder, nodeName, log, now: ownNow });
      undo.push(() => backups.stop());
    }
    undo.push(async () => {
      isStopping = true;
      // Balancers need a while to see it, and until then they still send requests.
      await sleep(config.drainSeconds * 1000);
      if (config.drainSeconds === 0) return;
      // A proxy without health checks learns it by the answer to a GET (NodeLeaving), which it may ask another node. Without that, a
      // call could be on a connection that this node has not accepted when it stops listening, and it must not be sent twice.
      isLeaving = true;
      await sleep(leaveMs);
    });
    return { database, sessions: work.sessions, stop };
  } catch (error) {
    // The first fault is the one to be told; what undoing meets besides is logged.
    await stop().catch((fault: unknown) => log.error({ err: fault }, 'A failed start could not be undone whole.'));
    throw error;
  }
}

/** What everything stands on: storage, signals, secrets, time, numbers. */
async function openInfrastructure(options: StartOptions, undo: Undo) {
  const { config, log, ownNow } = options;
  const database = await openStorage(options, undo);
  const signals = await listenForSignals(database.connection, log);
  undo.push(() => signals.close());
  const sealer = await openSealer(config, database, log);
  const clock = await startDatabaseClock({ database, log, ownNow });
  undo.push(async () => clock.stop());
  const metrics = createMetrics();
  const journal = keepErasureJournal({ database, signals, folder: config.backupDir, log, now: clock.now });
  undo.push(() => journal.stop());
  return { database, signals, sealer, clock, now: clock.now, metrics };
}

type Ground = Awaited<ReturnType<typeof openInfrastructure>>;

/** What is done without being asked by a request: jobs with their money, mails and erasures, and deliveries to games. */
async function startBackgroundWork(options: StartOptions, ground: Ground, undo: Undo) {
  const { config, log, step } = options;
  const { database, signals, sealer, clock, now, metrics } = ground;
  const readPortal = createPortalConfigReader(database, log, now);
  const mail = defineMailJob({
    transport: countMails(mailTransport(options, undo), metrics),
    sealer,
    log,
    metrics,
    databaseNow: clock.read,
    portalName: async () => (await readPortal()).CompanyBranding.Name,
    portalUrl: config.publicUrl,
    from: config.mailFrom,
  });
  const erasure = defineErasureJob({ database, log });
  const cleaning = defineCleanUpJob({ database, log, now });
  const counting = defineCountPlaysJob({ database, log, now });
  const door: SafeFetch = options.lab
    ? (address, given) => safeFetch(options.lab?.toLocal?.(address) ?? address, { ...given, allowLoopback: true })
    : safeFetch;
  const vendorFetch = countCalls(door, metrics);
  const picturing = defineMakePicturesJob({
    database,
    log,
    now,
    dataDir: config.dataDir,
    folders: listGameFolders(options),
    fetch: vendorFetch,
  });
  const fixedSettings = options.lab?.settings;
  const providers = await loadProviders();
  const selling = { signals, metrics, vendorFetch, fixedSettings, providers };
  const money = createMoney({ config, log, database, sealer, now, ...selling });
  const endpoints = createEndpoints(database, sealer, now);
  const playEvents = createPlayEvents({ database, endpoints, fetch: vendorFetch, log, now });
  const push = createPush({
    config,
    database,
    sealer,
    log,
    now,
    fetch: vendorFetch,
    findPage: (page) => buildPageAddress(config, page),
    simulator: options.lab?.pushSimulator,
  });
  const rounds = [cleaning.definition, counting.definition, picturing.definition];
  const few = [mail.definition, erasure.definition, ...rounds, playEvents.definition];
  const definitions = [...few, ...push.definitions, ...money.definitions];
  const jobs = await startJobs(database.connection, {
    definitions,
    log,
    poolSize: shareConnections(config.connections).jobs,
  });
  undo.push(() => jobs.stop({ timeoutMs: finishMs }));
  await cleaning.start(jobs);
  money.start(jobs);
  playEvents.start(jobs);
  push.start(jobs);
  await money.startComparisons();
  const sessions = createSessions({ database, signals, now });
  await options.prepare?.({ database, sessions, sealer, step });
  await counting.start(jobs);
  await picturing.start(jobs);
  await jobs.work();
  const { sendRefund } = money.deps;
  const delivering = { database, signals, log, sealer, now, sendRefund, fetch: vendorFetch, metrics };
  const deliverer = startDelivering({ ...delivering, random: Math.random });
  // Games that are slow to answer get less time than what runs here: what they took is sent again with its id.
  undo.push(() => deliverer.stop({ timeoutMs: finishMs / 2 }));
  const redis = await connectRedis(config.redisUrl, log);
  if (redis) undo.push(async () => redis.disconnect());
  collectGauges(metrics, { config, database, redis, clock, log });
  return { mail, erasure, money, playEvents, push, jobs, sessions, redis, vendorFetch, fixedSettings };
}

type Work = Awaited<ReturnType<typeof startBackgroundWork>>;

/** The portal's server and the games'. */
async function buildApps(
  options: StartOptions,
  parts: Ground & Work & Pick<Readiness, 'stopping' | 'leaving'>,
  undo: Undo,
) {
  const { config, log, ownNow } = options;
  const { database, signals, sealer, clock, now, metrics, stopping, leaving } = parts;
  const { mail, erasure, money, playEvents, push, jobs, sessions, redis, vendorFetch, fixedSettings } = parts;
  const policy = createHeaderPolicy(config, {
    lab: options.lab !== undefined,
    frameAncestors: options.lab?.frameAncestors ?? [],
  });
  // On a laptop the vendor is simulated, unless another is set up.
  const turnstile = (config.captcha === 'turnstile' && options.lab?.turnstile) || config.turnstile;
  const gameFolders = listGameFolders(options);
  const { dataDir, scheduledBackups } = config;
  const readiness: Readiness = {
    checks: [
      ...(await createReadinessChecks({
        database,
        jobs,
        redis,
        clock,
        ownNow,
        gameFolders,
        dataDir,
        scheduledBackups,
      })),
      { name: 'sealed', check: () => checkSealed(database, sealer) },
    ],
    stopping,
    leaving,
  };
  await mkdir(gameFolders[0], { recursive: true });
  const findAsset = createAssetFinder(database);
  if (options.portalFolder !== undefined) {
    const keeping = await startKeepingAssets({ database, portalFolder: options.portalFolder, log });
    undo.push(() => keeping.stop());
  }
  const gamesApp = await buildGamesApp({
    config,
    log,
    metrics,
    policy,
    readiness,
    folders: gameFolders,
    readGame: createGamesReader(database).readGame,
    readBuild: createCurrentBuildReader(database),
    previews: { read: createPreviewReader(database), readGame: createGamesReader(database).readGameOrHidden },
    tellsConsole: options.lab !== undefined,
    ...(options.sdkFolder !== undefined && { sdkFolder: options.sdkFolder }),
    captcha:
      config.captcha === 'work'
        ? { issue: createWorkIssuer({ sealer, now, bits: config.captchaBits }) }
        : {
            ...turnstile,
            findGameWidget: createGameWidgetFinder(createGamesReader(database).readGame, turnstile.gameSecrets),
          },
    ads: { scriptUrl: options.lab?.adsScriptUrl ?? networkScriptUrl },
    ...(options.portalFolder !== undefined && {
      checkout: {
        folder: join(options.portalFolder, 'checkout'),
        findAsset,
        readPageOrigins: createPageOriginsReader(money.deps),
        // Where the simulated providers are, on a laptop.
        simulatorOrigin: options.lab?.vendorsOrigin,
      },
    }),
  });
  const apps = [gamesApp];
  // Both at once: one after the other, slow callers of both would use up the time for the rest.
  undo.push(async () => void (await Promise.all(apps.map(closeApp))));
  const app = await buildApp({
    ...options,
    findAsset,
    metrics,
    database,
    signals,
    sessions,
    redis,
    policy,
    readiness,
    now,
    sealer,
    scheduleErasure: (trx, accountId, deleteAfter) => erasure.schedule(jobs, trx, accountId, deleteAfter),
    queueMail: (trx, queued) => mail.queue(jobs, trx, queued),
    notifyServer: playEvents.notifyServer,
    vendorFetch,
    turnstile,
    fixedSettings,
    money,
    push,
  });
  apps.push(app);
  return { app, gamesApp };
}

/** The first one is where games are put in. */
const listGameFolders = ({ config, gameFolders = [] }: StartOptions): [string, ...string[]] => [
  join(config.dataDir, 'games'),
  ...gameFolders,
];

const listeners = ({ host, port, gamesPort }: Config): readonly [ListenOptions, ListenOptions] => [
  { host, port, setting: 'PORT' },
  { host, port: gamesPort, setting: 'GAMES_PORT' },
];

async function openSealer({ secrets }: Config, database: Database, log: Log): Promise<Sealer> {
  const sealer = createSealer(secrets);
  await registerSealingKey(database, sealer);
  const { ok, detail } = await checkSealed(database, sealer);
  if (!ok) log.error({ detail }, 'Not everything that is sealed can be opened here, so this node will not be ready.');
  return sealer;
}

/** Without a mail server, mails stay in the queue until their time is over; production does not start without one. */
function mailTransport({ config, lab }: StartOptions, undo: Undo): MailTransport {
  if (config.smtpUrl !== undefined) {
    const smtp = createSmtpTransport(config.smtpUrl);
    undo.push(async () => smtp.close());
    return smtp;
  }
  if (lab) return lab.mailTransport;
  return { send: () => Promise.reject(new Error('SMTP_URL is not set: no mail can be sent.')) };
}

/** Stops accepting and finishes what runs; what takes too long is cut off, so that a stop ends in time. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), finishMs);
  await app.close();
  clearTimeout(cutOff);
}
