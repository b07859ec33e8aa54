// The one composition of the server, for production, the lab and tests. It creates every feature and passes each its
// dependencies. Nothing runs yet: the caller starts the jobs, calls `start`, builds the apps and makes them listen.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { computeRateLimitFactor, type Config } from './config.ts';
import { createVendorTest } from './checking/test-vendor-settings.ts';
import { listMissingSetup } from './checking/list-missing-setup.ts';
import { mergeRoutes, type Feature } from './feature.ts';
import { createAccountDeletionFeature } from './features/account-deletion/feature.ts';
import { createAchievementsFeature } from './features/achievements/feature.ts';
import { createReadsWriter } from './features/audit-log/audit-log.ts';
import { createAuditLogFeature } from './features/audit-log/feature.ts';
import { adNetworkScriptUrl } from './features/ads/ads-page.ts';
import { createAnalyticsFeature } from './features/analytics/feature.ts';
import { createApprovalsFeature } from './features/approvals/feature.ts';
import { createAssetsFeature } from './features/assets/feature.ts';
import { createCaptchaFeature } from './features/captcha/feature.ts';
import { createProviderPageOriginsReader } from './features/checkout/read-provider-page-origins.ts';
import { createContentDraftsFeature } from './features/content-drafts/feature.ts';
import { createContentFeature } from './features/content/feature.ts';
import { createCrossPlayFeature } from './features/cross-play/feature.ts';
import { createDryRunRequester } from './features/deliveries/request-dry-run.ts';
import { createWebhookEndpoints } from './features/deliveries/endpoints.ts';
import { createDeliveriesFeature } from './features/deliveries/feature.ts';
import { createDeviceHandoffFeature } from './features/device-handoff/feature.ts';
import { createDiscoveryFeature } from './features/discovery/feature.ts';
import { createDocumentsFeature } from './features/documents/feature.ts';
import { createFavoritesFeature } from './features/favorites/feature.ts';
import { createFriendsFeature } from './features/friends/feature.ts';
import { createGameKeysFeature } from './features/game-keys/feature.ts';
import { createGameKeys } from './features/game-keys/game-keys.ts';
import { createGameErrorsFeature } from './features/game-errors/feature.ts';
import { createGameSignInFeature } from './features/game-sign-in/feature.ts';
import { loadPlatforms, type LoadedPlatform } from './features/game-sign-in/load-platforms.ts';
import { createGameTokensFeature } from './features/game-tokens/feature.ts';
import { createGamesFeature } from './features/games/feature.ts';
import { createGameCatalogue } from './features/games/game-catalogue.ts';
import { createPlatformDataReader } from './features/games/platform-data.ts';
import { createBuildHashes } from './features/games/read-build-hash.ts';
import { createCurrentBuildReader } from './features/games/read-current-build.ts';
import { createGamesReader, cacheGames } from './features/games/read-games.ts';
import { createPreviewReader } from './features/games/read-preview.ts';
import { createIdentitiesFeature } from './features/identities/feature.ts';
import { listIdentityTitles } from './features/identities/list-sign-in-methods.ts';
import { loadIdentityAdapters } from './features/identities/load-identity-adapters.ts';
import { createJobAdminFeature } from './features/job-admin/feature.ts';
import { createLeaderboardsFeature } from './features/leaderboards/feature.ts';
import { createMagicLinksFeature } from './features/magic-links/feature.ts';
import { createMailLimits } from './features/mail-rate-limits/mail-limits.ts';
import { createMailFeature } from './features/mail/feature.ts';
import type { MailTransport } from './features/mail/mail-transport.ts';
import { createModerationFeature } from './features/moderation/feature.ts';
import { createNewsFeature } from './features/news/feature.ts';
import { createOperatorKeysFeature } from './features/operator-keys/feature.ts';
import { createOperatorKeys } from './features/operator-keys/operator-keys.ts';
import { createOperatorsFeature } from './features/operators/feature.ts';
import { createOrderAdminFeature } from './features/order-admin/feature.ts';
import type { OrdersModule } from './features/orders/create-orders-module.ts';
import { createOrdersFeature } from './features/orders/feature.ts';
import { loadProviders, type LoadedProvider } from './features/orders/providers/load-providers.ts';
import { createOutboundLinksFeature } from './features/outbound-links/feature.ts';
import { createOverviewFeature } from './features/overview/feature.ts';
import { createPagesFeature } from './features/pages/feature.ts';
import { createPicturesFeature } from './features/pictures/feature.ts';
import { createPlayersFeature } from './features/players/feature.ts';
import { createPlatformSyncFeature } from './features/platform-sync/feature.ts';
import { createPlayFeature } from './features/play/feature.ts';
import { createPortalFeature } from './features/portal/feature.ts';
import { createPortalConfigReader } from './features/portal/read-portal-config.ts';
import { createPresenceFeature } from './features/presence/feature.ts';
import { createProfanityFilterFeature } from './features/profanity-filter/feature.ts';
import { createProfileFeature } from './features/profile/feature.ts';
import type { PushMessaging } from './features/push/create-push-messaging.ts';
import { createPublishingFeature } from './features/publishing/feature.ts';
import { createPushFeature } from './features/push/feature.ts';
import { createReleaseChannelsFeature } from './features/release-channels/feature.ts';
import { createReportingFeature } from './features/reporting/feature.ts';
import { createReviewsFeature } from './features/reviews/feature.ts';
import { createSavesFeature } from './features/saves/feature.ts';
import { createSearchFeature } from './features/search/feature.ts';
import { createSessions, type Sessions } from './features/sessions/sessions.ts';
import { createAdapterSettings, type FixedAdapterSettings } from './features/settings/adapter-settings.ts';
import { createSettingsFeature } from './features/settings/feature.ts';
import { createSignInFeature } from './features/sign-in/feature.ts';
import { createStoreFeature } from './features/store/feature.ts';
import { createSupportFeature } from './features/support/feature.ts';
import { createOutageMemory } from './db/outage-memory.ts';
import { createOwnWritesWaiter } from './db/own-writes.ts';
import type { ReadCacheDeps } from './db/read-cache.ts';
import type { OpenedBuildStore } from './build-store/open-build-store.ts';
import { buildGamesApp } from './games-app.ts';
import { createGameFileFinder } from './games/game-file-finder.ts';
import { createHeaderPolicy } from './http/headers.ts';
import type { ApiHandlers } from './http/implement-api.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { PortalAppDeps } from './portal-app-deps.ts';
import type { JobDefinition } from './jobs/define-job.ts';
import { runCleanup } from './cleanup.ts';

export interface ServerParts extends Infrastructure {
  readonly mailTransport: MailTransport;
  /** Absent: all known platforms and payment providers. */
  readonly platforms?: readonly LoadedPlatform[] | undefined;
  readonly providers?: readonly LoadedProvider[] | undefined;
  readonly gameFolders: readonly string[];
  /** Absent: builds are in the folders. */
  readonly buildStore?: OpenedBuildStore | undefined;
  readonly portalFolder?: string | undefined;
  readonly renderTimeoutMs?: number | undefined;
  readonly sdkFolder?: string | undefined;
  readonly consoleFolder?: string | undefined;
  /** Simulated vendors on this machine, instead of the real ones. */
  readonly simulators?: Partial<SimulatorSettings> | undefined;
  readonly lab?: PortalAppDeps['lab'];
}

export interface SimulatorSettings {
  readonly settings: FixedAdapterSettings;
  readonly turnstile: Config['turnstile'];
  readonly pushSimulator: string;
  readonly adsScriptUrl: string;
  readonly vendorsOrigin: string;
}

export interface ComposedServer {
  readonly sessions: Sessions;
  readonly orders: OrdersModule;
  readonly push: PushMessaging;
  readonly jobs: readonly JobDefinition[];
  /** Starts the features. Call it once the job workers run. */
  start(options?: { readonly doesBackgroundWork: boolean }): Promise<void>;
  /** Stops the background work. Call it once the apps are closed, while the jobs still run. */
  stop(): Promise<void>;
  buildPortalApp(running: Pick<PortalAppDeps, 'readiness' | 'redis' | 'countRequest'>): Promise<FastifyInstance>;
  buildGamesApp(running: Pick<PortalAppDeps, 'readiness'>): Promise<FastifyInstance>;
}

export async function composeServer(parts: ServerParts): Promise<ComposedServer> {
  const { config, database, sealer, log, now, fetch, simulators = {}, lab, portalFolder } = parts;
  const policy = createHeaderPolicy(config, {
    lab: lab !== undefined,
    ...(lab && { frameAncestors: lab.frameAncestors }),
  });
  // The lab simulates Turnstile, unless another captcha is set up.
  const turnstile = (config.captcha === 'turnstile' && simulators.turnstile) || config.turnstile;
  const identities = await loadIdentityAdapters();
  const platforms = parts.platforms ?? (await loadPlatforms());
  const providers = parts.providers ?? (await loadProviders(platforms));

  const waitForOwnWrites = createOwnWritesWaiter(database, parts.signals);
  const nowMs = (): number => performance.now();
  const outage = createOutageMemory(database, parts.signals, nowMs);
  const memory: ReadCacheDeps = { ...parts, waitForOwnWrites, outage, nowMs };
  const sessions = createSessions(parts);
  const settings = createAdapterSettings({ ...parts, memory, fixed: simulators.settings });
  const finder = createGameFileFinder({
    folders: parts.gameFolders,
    cache: parts.buildStore?.cache,
    hashes: createBuildHashes(database, () => performance.now()),
    log,
  });
  cacheGames(database, memory);
  const { readGame, readGameOrHidden } = createGamesReader(database);
  const catalogue = createGameCatalogue({ ...parts, ...memory });
  const gameKeys = createGameKeys(database, sealer, memory);
  const operatorKeys = createOperatorKeys(database);
  const mailLimits = createMailLimits(database, sealer, { networkFactor: computeRateLimitFactor(config) });
  const readConfig = createPortalConfigReader(database, log, memory);
  const readPlatformData = createPlatformDataReader(platforms, settings);
  const endpoints = createWebhookEndpoints(database, sealer, now);
  const requestDryRun = createDryRunRequester({ endpoints, fetch, log, now });

  const readPortalName = async () => (await readConfig()).CompanyBranding.Name;
  const mail = createMailFeature({ ...parts, transport: parts.mailTransport, portalName: readPortalName });
  const { queueMail } = mail;
  const push = createPushFeature({ ...parts, readConfig, simulator: simulators.pushSimulator });
  const { notifyPlayer } = push;

  // Purchases. Deliveries and the store come after orders; orders get only `requestDryRun` from them.
  const orders = createOrdersFeature({ ...parts, policy, providers, settings, requestDryRun });
  const deliveries = createDeliveriesFeature({ ...parts, endpoints, orders: orders.deps });
  const store = createStoreFeature({ ...parts, memory, requestDryRun, resolveHandler: orders.resolveHandler });
  const { findStores } = store;

  // Accounts. Every sign-in method comes after `sign-in`.
  const { captcha, page: captchaPage } = createCaptchaFeature({ ...parts, turnstile, readGame });
  const identityTitles = listIdentityTitles(identities);
  const { signIn, notifyIdentityChange } = createSignInFeature({ ...parts, queueMail, identityTitles });
  const gameTokens = createGameTokensFeature(parts);
  const { gameJwts } = gameTokens;
  const accountDeletion = createAccountDeletionFeature(parts);
  const { scheduleErasure } = accountDeletion;
  const byMail = { queueMail, mailLimits, captcha };
  const magicLinks = createMagicLinksFeature({ ...parts, ...byMail, gameKeys, signIn, readGame });
  const byIdentity = createIdentitiesFeature({ ...parts, identities, settings, signIn, notifyIdentityChange });
  const gameSignIn = createGameSignInFeature({
    ...parts,
    ...orders.claims,
    platforms,
    settings,
    sessions,
    gameKeys,
    gameJwts,
    signIn,
    notifyIdentityChange,
    findStores,
    mailCodes: magicLinks.mailCodes,
    verifyLogin: byIdentity.verifyLogin,
    policy,
  });

  const { readPublic, readPortal } = createPortalFeature({
    log,
    readConfig,
    addSignInMethods: byIdentity.addSignInMethods,
    readPushKey: push.keys.newest,
    turnstile,
  });
  const gameErrors = createGameErrorsFeature({ ...parts, readGame });
  const { storeBridgeErrors } = gameErrors;
  const analytics = createAnalyticsFeature({ ...parts, readGame, gameKeys, storeBridgeErrors });
  const assets = createAssetsFeature(parts);
  const presence = createPresenceFeature({ ...parts, sessions });
  const sync = createPlatformSyncFeature({ ...parts, platforms, settings });
  const { platformSync } = sync;
  const readMissingSetup = () => listMissingSetup(parts);
  const readMark = async () => (await readPortal()).CompanyBranding.SquareLogoUrl;

  const profanityFilter = createProfanityFilterFeature(parts);
  const { readFilter } = profanityFilter;
  const approvals = createApprovalsFeature({ ...parts, queueMail, findHandlers: () => handlers });

  // Queues, chains of jobs and mounts are set up in this order; features stop in the reverse one.
  const features = [
    mail,
    accountDeletion,
    createDiscoveryFeature({ ...parts, catalogue }),
    createPicturesFeature({ ...parts, policy, folders: parts.gameFolders, finder }),
    sync,
    createAchievementsFeature({ ...parts, platformSync }),
    createCrossPlayFeature({ ...parts, endpoints, platformSync }),
    push,
    orders,
    deliveries,
    store,
    createReportingFeature(parts),
    gameTokens,
    magicLinks,
    byIdentity,
    gameSignIn,
    createProfileFeature({
      ...parts,
      memory,
      catalogue,
      sessions,
      gameJwts,
      findStores,
      queueMail,
      scheduleErasure,
      notifyIdentityChange,
      readAccountEvents: analytics.readAccountEvents,
    }),
    createDeviceHandoffFeature(parts),
    assets,
    analytics,
    gameErrors,
    presence,
    createFriendsFeature({ ...parts, ...byMail, notifyPlayer, notifyStatus: presence.notifyStatus }),
    createDocumentsFeature(parts),
    createFavoritesFeature(parts),
    createOutboundLinksFeature({ ...parts, policy, readGame, readPortal }),
    createReleaseChannelsFeature({ ...parts, policy, sessions }),
    createPlayFeature({ ...parts, memory, policy, readPortal, readPlatformData }),
    createReviewsFeature(parts),
    createLeaderboardsFeature({ ...parts, platformSync }),
    createSavesFeature(parts),
    profanityFilter,
    createSupportFeature({ ...parts, ...byMail, readPortal, notifyPlayer }),
    createNewsFeature(parts),
    createGamesFeature({ ...parts, readPlatformData, catalogue }),
    createOperatorKeysFeature(),
    createOperatorsFeature({ ...parts, queueMail, readPortalName, isLab: lab !== undefined }),
    createAuditLogFeature(parts),
    createContentDraftsFeature(parts),
    createContentFeature({ ...parts, listMissingSetup: readMissingSetup }),
    createOverviewFeature({ ...parts, listMissingSetup: readMissingSetup }),
    approvals,
    createPlayersFeature({
      ...parts,
      readFilter,
      notifyIdentityChange,
      readAccountEvents: analytics.readAccountEvents,
    }),
    createSearchFeature(parts),
    createModerationFeature({ ...parts, readFilter }),
    createOrderAdminFeature({ orders: orders.deps }),
    createGameKeysFeature({ ...parts, gameKeys }),
    createJobAdminFeature(parts),
    createSettingsFeature({
      ...parts,
      settings,
      listMissingSetup: readMissingSetup,
      vendorTest: createVendorTest({ ...parts, providers, identities, settings }),
    }),
    createPublishingFeature(parts),
    createPagesFeature({ ...parts, policy, readMark }),
  ] as const;
  // A call that no feature implements does not compile.
  const handlers: ApiHandlers = mergeRoutes(features);
  const all: readonly Feature[] = features;

  return {
    sessions,
    orders,
    push,
    jobs: all.flatMap(({ jobs = [] }) => jobs),
    start: async ({ doesBackgroundWork } = { doesBackgroundWork: true }) => {
      for (const feature of all) await feature.start?.();
      if (doesBackgroundWork) for (const feature of all) feature.startBackgroundWork?.();
    },
    stop: () => runCleanup(all.map((feature) => async () => feature.stop?.())),
    buildPortalApp: (running) =>
      buildApp({
        ...parts,
        ...running,
        policy,
        sessions,
        gameKeys,
        operatorKeys,
        writeReads: createReadsWriter(database),
        createCallApproval: approvals.createCallApproval,
        handlers,
        mounts: all.flatMap(({ mount }) => mount ?? []),
        identityTitles,
        memory,
        readGame,
        catalogue,
        readPublic,
        readPortal,
        findAsset: assets.findAsset,
      }),
    buildGamesApp: ({ readiness }) =>
      buildGamesApp({
        ...parts,
        readiness,
        policy,
        folders: parts.gameFolders,
        finder,
        // Testers play hidden games too.
        readGame: readGameOrHidden,
        readBuild: createCurrentBuildReader(database),
        previews: { read: createPreviewReader(database), readGame: readGameOrHidden },
        reportsConsole: lab !== undefined,
        captcha: captchaPage,
        ads: { scriptUrl: simulators.adsScriptUrl ?? adNetworkScriptUrl },
        ...(portalFolder !== undefined && {
          checkout: {
            folder: join(portalFolder, 'checkout'),
            findAsset: assets.findAsset,
            readPageOrigins: createProviderPageOriginsReader({ database, settings }),
            simulatorOrigin: simulators.vendorsOrigin,
          },
        }),
      }),
  };
}
