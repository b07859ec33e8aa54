// The portal's server, apart from listening: the API, its page, probes and the portal's files.
import type { FastifyInstance } from 'fastify';
import type { PortalConfig } from '#contract/config.ts';
import { Problem } from '#model/problem.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { createAccountAreas, createAccountParts, type AccountDeps, type AccountParts } from './account-areas.ts';
import { computeLimitFactor } from './config.ts';
import { listMissing } from './checking/list-missing.ts';
import { mountPortalCheck } from './checking/portal-check.ts';
import type { Signals } from './db/signals.ts';
import type { FindAsset } from './http/send-asset.ts';
import { buildAdsAddress } from './features/ads/ads-address.ts';
import { buildCheckoutAddress } from './features/checkout/checkout-address.ts';
import { paymentOptions } from './features/checkout/payment-options.ts';
import type { TellServer } from './features/cross-play/play-events.ts';
import { createPortalDocumentsReader } from './features/documents/read-portal-documents.ts';
import { createGameOriginsReader } from './features/games/game-origins.ts';
import { createPlatformDataReader } from './features/games/platform-data.ts';
import { createGamesReader } from './features/games/read-games.ts';
import { createGamesRoutes } from './features/games/routes.ts';
import type { Claim, FindGranted, Give, WrongReceipts } from './features/game-sign-in/platform-calls.ts';
import { createContentRoutes } from './features/content/routes.ts';
import { createOperatorRoutes } from './features/operator-keys/routes.ts';
import { mountOpenid } from './features/game-tokens/mount-openid.ts';
import { listIdentityTitles, listSignInMethods, withSignIn } from './features/identities/list-sign-in-methods.ts';
import { claimPurchase, findGranted, giveProduct } from './features/orders/claims/claim-purchase.ts';
import { countWrongReceipt, requireFewWrongReceipts } from './features/orders/claims/wrong-receipts.ts';
import type { Orders } from './features/orders/create-orders.ts';
import { mountProductPages } from './features/orders/product-pages/mount-product-pages.ts';
import { mountWebhooks } from './features/orders/webhooks/mount-webhooks.ts';
import { createNewsRoutes } from './features/news/routes.ts';
import { createAnswers } from './features/pages/answer-calls.ts';
import { mountSiteFiles } from './features/pages/mount-site-files.ts';
import { wantsPage } from './features/pages/wants-page.ts';
import { mountPictures } from './features/pictures/mount-pictures.ts';
import type { Push } from './features/push/create-push.ts';
import { createPortalConfigReader } from './features/portal/read-portal-config.ts';
import { mountTunnel } from './features/reporting/mount-tunnel.ts';
import { buildCaptchaAddress } from './features/captcha/captcha-address.ts';
import { listAllowedMethods } from './http/allowed-methods.ts';
import { mountApiPage } from './http/api-page.ts';
import { compressReplies } from './http/compress-replies.ts';
import { createHttpApp, stripQuery } from './http/create-http-app.ts';
import type { HeaderPolicy } from './http/headers.ts';
import { implement, type ApiHandlers } from './http/implement.ts';
import { mountLimits } from './http/limits.ts';
import type { Metrics } from './http/metrics.ts';
import { mountAvatars } from './http/mount-avatars.ts';
import { mountSecurityTxt } from './http/mount-security-txt.ts';
import { mountPortal, type PortalOptions } from './http/portal-files.ts';
import { mountMetrics, mountProbes, type Readiness } from './http/probes.ts';
import { safeFetch } from './http/safe-fetch.ts';
import type { LimitRedis } from './http/shared-limits.ts';
import { mountSdkFiles } from './http/sdk-files.ts';
import { mountSignInReturn } from './http/sign-in-return.ts';
import { warnOfProxy } from './http/warn-of-proxy.ts';
import { createMoneyAreas } from './money-areas.ts';
import { createPlayAreas } from './play-areas.ts';

export interface AppDeps extends AccountDeps {
  /** Push messages and their jobs, which are started before there is an application. */
  readonly push: Push;
  /** Brings events of play to the servers of games. */
  readonly notifyServer: TellServer;
  readonly metrics: Metrics;
  /** What nodes tell each other. */
  readonly signals: Signals;
  readonly redis: LimitRedis | undefined;
  readonly policy: HeaderPolicy;
  readonly readiness: Readiness;
  /** Orders and their jobs, which are started before there is an application. */
  readonly money: Orders;
  /** Where the built portal is; absent where only the API is wanted. */
  readonly portalFolder: string | undefined;
  /** Finds files of other builds of the portal. */
  readonly findAsset?: FindAsset;
  /** Where the built SDK is; absent where nobody loads it. */
  readonly sdkFolder?: string;
  /** What a developer's laptop adds to the server. */
  readonly lab?:
    | {
        readonly mount: (app: FastifyInstance) => Promise<void>;
        /** Hooks that see every request; given before anything else is mounted. */
        readonly watch?: (app: FastifyInstance) => void;
        readonly frameAncestors?: readonly string[];
      }
    | undefined;
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log, metrics, database, sessions, policy } = deps;
  const { readiness } = deps;
  const app = createHttpApp({
    config,
    log,
    metrics,
    headers: policy.of('api'),
    stopping: readiness.stopping,
    leaving: readiness.leaving,
  });
  deps.lab?.watch?.(app);
  if (config.compress) compressReplies(app);
  warnOfProxy(app, { config, log });
  await mountLimits(app, { redis: deps.redis, perMinute: config.requestsPerMinute, log });
  mountProbes(app, { readiness, log });
  mountMetrics(app, { metrics, config });
  mountPortalCheck(app, { sealer: deps.sealer, now: deps.now, trustedProxies: config.trustedProxies });
  mountApiPage(app, policy);
  await mountTunnel(app, { config, log, safeFetch });
  await mountSignInReturn(app, { policy });
  if (deps.sdkFolder !== undefined) await mountSdkFiles(app, { folder: deps.sdkFolder, policy });
  await mountWebhooks(app, { ...deps.money.deps, gamesUrl: config.gamesUrl });
  mountProductPages(app, { ...deps.money.deps, gamesUrl: config.gamesUrl, policy });
  mountAvatars(app, { policy });
  mountPictures(app, { dataDir: config.dataDir, policy });
  const account = await createAccountParts(deps);
  mountOpenid(app, { ...account, portalUrl: config.publicUrl.href.replace(/\/$/, '') });
  const claim: Claim = (...purchase) => claimPurchase(deps.money.deps, ...purchase);
  const findGrantedOrder: FindGranted = (...asked) => findGranted(deps.money.deps, ...asked);
  const give: Give = (...gift) => giveProduct(deps.money.deps, ...gift);
  const { kysely } = deps.database;
  const wrongReceipts: WrongReceipts = {
    requireFew: (accountId) => requireFewWrongReceipts(kysely, accountId),
    count: (accountId, receipt) => countWrongReceipt(kysely, accountId, receipt),
  };
  const areas = createAccountAreas({ ...deps, claim, findGranted: findGrantedOrder, give, wrongReceipts }, account);
  const readPlatformData = createPlatformDataReader(account.platforms, account.settings);
  const readPublic = publicReader(deps, account);
  const readPortal = async (): Promise<PortalConfig> => (await readPublic()).portal;
  mountSecurityTxt(app, { config, now: deps.now, readPortal });
  const handlers: ApiHandlers = {
    ...areas,
    ...createMoneyAreas(deps),
    ...createPlayAreas(app, { ...deps, ...account, readPortal, readPlatformData }),
    operator: {
      ...createOperatorRoutes(),
      ...createContentRoutes({
        config,
        database,
        sealer: deps.sealer,
        mayChangeSettings: false,
        listMissing: () => listMissing(deps),
      }),
    },
    games: createGamesRoutes(database, { ...config, now: deps.now, readPlatformData }),
    info: { ...areas.info, ...createNewsRoutes(database, config.basePath) },
  };
  implement(app, handlers, {
    sessions,
    gameKeys: account.gameKeys,
    operatorKeys: account.operatorKeys,
    checkReplies: !config.production,
    countryHeader: config.countryHeader,
    limitFactor: computeLimitFactor(config),
  });
  await deps.lab?.mount(app);
  const { portalFolder } = deps;
  const sendPage =
    portalFolder === undefined
      ? undefined
      : await mountPortal(app, {
          ...portalOptions(deps, account, readPublic, portalFolder),
          answerCalls: createAnswers(handlers),
        });
  if (portalFolder !== undefined) {
    const readMark = async () => (await readPortal()).CompanyBranding.SquareLogoUrl;
    await mountSiteFiles(app, { config, database, policy, portalFolder, readMark });
  }
  // Guessing addresses counts like asking.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (sendPage && wantsPage(request)) return sendPage(request, reply);
    const methods = listAllowedMethods(stripQuery(request.url));
    if (methods.length === 0 || methods.includes(request.method)) throw new Problem('NotFound');
    void reply.header('allow', methods.join(', '));
    throw new Problem('MethodNotAllowed', `This address takes ${methods.join(' and ')}.`);
  });
  return app;
}

type PublicParts = Required<Pick<RuntimeConfig<PortalConfig>, 'signIn' | 'portal'>>;

/** The portal's configuration as everybody may know it, with the ways to sign in that are set up here. */
function publicReader(deps: AppDeps, account: AccountParts): () => Promise<PublicParts> {
  const { database, log, now, turnstile } = deps;
  const read = createPortalConfigReader(database, log, now);
  let pushKey: string | undefined;
  const readPushKey = async (): Promise<string | undefined> => {
    try {
      pushKey = await deps.push.keys.newest();
    } catch (error) {
      log.warn({ err: error }, 'The key for push messages could not be read; the last known one is used.');
    }
    return pushKey;
  };
  return async () => {
    const signIn = await listSignInMethods(account.identities, account.settings);
    const portal = withSignIn(await read(), signIn, account.identities);
    const WebPushPublicKey = portal.WebPushPublicKey ?? (await readPushKey());
    const withKeys = { ...portal, Turnstile: { SiteKey: turnstile.siteKey } };
    return { signIn, portal: WebPushPublicKey === undefined ? withKeys : { ...withKeys, WebPushPublicKey } };
  };
}

function portalOptions(
  deps: AppDeps,
  account: AccountParts,
  readPublic: () => Promise<PublicParts>,
  folder: string,
): Omit<PortalOptions, 'answerCalls'> {
  const { config, database, log, policy, lab, signals } = deps;
  const { readGames, readGame } = createGamesReader(database);
  const { routerType, basePath, fixedGame, forcedAdapter, errorDsn, debugTools, remoteDebugUrl, portalLogLevel } =
    config;
  const readDocuments = createPortalDocumentsReader(deps, fixedGame);
  const fixed = {
    routerType,
    basePath,
    logLevel: portalLogLevel,
    ...(fixedGame !== undefined && { game: fixedGame }),
    ...(forcedAdapter !== undefined && { adapter: forcedAdapter }),
    ...(errorDsn !== undefined && { errorDsn: withoutPassword(errorDsn) }),
    ...(debugTools && { debugTools, ...(remoteDebugUrl !== undefined && { remoteDebugUrl }) }),
    identityTitles: listIdentityTitles(account.identities),
    captchaUrl: buildCaptchaAddress(config.gamesUrl).href,
    checkoutUrl: buildCheckoutAddress(config.gamesUrl).href,
    adsUrl: buildAdsAddress(config.gamesUrl).href,
    paymentOptions,
    gamesUrl: config.gamesUrl,
    ...(lab && { lab: lab.frameAncestors }),
  };
  return {
    folder,
    config,
    log,
    signals,
    hasGame: async (game) => (await readGame(game)) !== undefined,
    policy,
    basePath,
    forcedAdapter,
    earlyHints: config.earlyHints,
    isSingleGame: fixedGame !== undefined,
    labAncestors: lab?.frameAncestors ?? [],
    gameOrigins: createGameOriginsReader(readGames, {
      log,
      nowMs: () => performance.now(),
    }),
    findAsset: deps.findAsset,
    runtimeConfig: async () => {
      const [known, documents] = await Promise.all([readPublic(), readDocuments()]);
      return { ...fixed, ...known, ...(documents && { documents }) };
    },
  };
}

/** Old addresses of error collectors hold a secret besides the public key; pages get only the key. */
function withoutPassword(address: URL): string {
  const shown = new URL(address);
  shown.password = '';
  return shown.href;
}
