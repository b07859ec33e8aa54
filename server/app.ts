// Builds the app for the portal's port: the API, its documentation page, health probes and the portal's files. It does
// not listen.
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import { computeRateLimitFactor } from './config.ts';
import { buildConsoleApp } from './console/console-app.ts';
import { serveOnHost } from './console/serve-on-host.ts';
import { mountRequestEcho } from './checking/request-echo.ts';
import { buildAdsAddress } from './features/ads/ads-address.ts';
import { buildCaptchaAddress } from './features/captcha/captcha-address.ts';
import { buildCheckoutAddress } from './features/checkout/checkout-address.ts';
import { paymentOptions } from './features/checkout/payment-options.ts';
import { createPortalDocumentsReader } from './features/documents/read-portal-documents.ts';
import { createFramableGameOriginsReader } from './features/games/framable-game-origins.ts';
import { createPublicApiCaller } from './features/pages/call-public-api.ts';
import { isPageRequest } from './features/pages/is-page-request.ts';
import { listAllowedMethods } from './http/allowed-methods.ts';
import { mountApiPage } from './http/api-page.ts';
import { compressReplies } from './http/compress-replies.ts';
import { createHttpApp, stripQuery } from './http/create-http-app.ts';
import { implementApi } from './http/implement-api.ts';
import { mountRateLimits } from './http/rate-limits.ts';
import { mountAvatars } from './http/mount-avatars.ts';
import { mountSecurityTxt } from './http/mount-security-txt.ts';
import { mountPortalFiles, type PortalFilesOptions } from './http/portal-files.ts';
import type { CountrySources } from './http/caller.ts';
import { openCountryDatabase } from './http/country-database.ts';
import { mountMetrics, mountProbes } from './http/probes.ts';
import { mountSdkFiles } from './http/sdk-files.ts';
import { mountSignInReturnPage } from './http/sign-in-return.ts';
import { warnOfUntrustedProxy } from './http/warn-of-untrusted-proxy.ts';
import type { PortalAppDeps } from './portal-app-deps.ts';
import { registerServerGauges } from './server-gauges.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The console's application, which has a host of its own. */
    consoleApp?: FastifyInstance;
  }
}

export async function buildApp(deps: PortalAppDeps): Promise<FastifyInstance> {
  const { config, log, metrics, policy, readiness, handlers, readPortal, portalFolder } = deps;
  registerServerGauges(metrics, deps);
  const app = createHttpApp({
    config,
    log,
    metrics,
    headers: policy.of('api'),
    stopping: readiness.stopping,
    leavePhase: readiness.leavePhase,
    tracing: deps.tracing,
  });
  deps.lab?.watch?.(app);
  if (config.compress) compressReplies(app);
  warnOfUntrustedProxy(app, { config, log });
  const { redis, countRequest } = deps;
  await mountRateLimits(app, { redis, countRequest, perMinute: config.requestsPerMinute, log });
  mountProbes(app, { readiness, log });
  mountMetrics(app, { metrics, config });
  mountRequestEcho(app, { sealer: deps.sealer, now: deps.now, trustedProxies: config.trustedProxies });
  mountApiPage(app, policy);
  await mountSignInReturnPage(app, { policy });
  if (deps.sdkFolder !== undefined) await mountSdkFiles(app, { folder: deps.sdkFolder, policy });
  mountAvatars(app, { policy });
  mountSecurityTxt(app, { config, now: deps.now, readPortal });
  for (const mount of deps.mounts) await mount(app);
  const countries = await openCountrySources(app, deps);
  implementApi(app, handlers, {
    sessions: deps.sessions,
    gameKeys: deps.gameKeys,
    findOperator: ({ headers }) => deps.operatorKeys.find(headers.authorization),
    writeReads: deps.writeReads,
    createCallApproval: deps.createCallApproval,
    checkReplies: !config.production,
    countries,
    limitFactor: computeRateLimitFactor(config),
  });
  await mountConsole(app, deps, countries);
  await deps.lab?.mount(app);
  const sendPage =
    portalFolder === undefined
      ? undefined
      : await mountPortalFiles(app, {
          ...portalOptions(deps, portalFolder),
          countries,
          answerCalls: createPublicApiCaller(handlers),
        });
  // Requests to unknown addresses count against the rate limit too.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (sendPage && isPageRequest(request)) return sendPage(request, reply);
    const methods = listAllowedMethods(stripQuery(request.url));
    if (methods.length === 0 || methods.includes(request.method)) throw new Problem('NotFound');
    void reply.header('allow', methods.join(', '));
    throw new Problem('MethodNotAllowed', `This address takes ${methods.join(' and ')}.`);
  });
  return app;
}

/** The console is an application of its own behind the same port; its host decides. */
async function mountConsole(app: FastifyInstance, deps: PortalAppDeps, countries: CountrySources): Promise<void> {
  const { consoleUrl } = deps.config;
  if (!consoleUrl) return;
  const consoleApp = await buildConsoleApp({ ...deps, consoleUrl, countries, consoleFolder: deps.consoleFolder });
  deps.lab?.mountConsole?.(consoleApp);
  app.decorate('consoleApp', consoleApp);
  serveOnHost(app, consoleUrl, consoleApp);
}

async function openCountrySources(
  app: FastifyInstance,
  { config, log }: Pick<PortalAppDeps, 'config' | 'log'>,
): Promise<CountrySources> {
  const { countryHeader: header, countryDatabase: path } = config;
  if (path === undefined) return { header };
  const database = await openCountryDatabase(path, { log });
  app.addHook('onClose', async () => database.close());
  return { header, database };
}

function portalOptions(deps: PortalAppDeps, folder: string): Omit<PortalFilesOptions, 'answerCalls' | 'countries'> {
  const { config, log, policy, lab, signals, readGame, catalogue, readPublic } = deps;
  const { routerType, basePath, fixedGame, forcedAdapter, errorDsn, debugTools, remoteDebugUrl, portalLogLevel } =
    config;
  const { origins: _, ...tagManager } = config.tagManager ?? { origins: [] };
  const readDocuments = createPortalDocumentsReader(deps, fixedGame);
  const fixed = {
    routerType,
    basePath,
    logLevel: portalLogLevel,
    ...(fixedGame !== undefined && { game: fixedGame }),
    ...(forcedAdapter !== undefined && { adapter: forcedAdapter }),
    ...(errorDsn !== undefined && { errorDsn: withoutPassword(errorDsn) }),
    ...(debugTools && { debugTools, ...(remoteDebugUrl !== undefined && { remoteDebugUrl }) }),
    ...('url' in tagManager && { tagManager }),
    identityTitles: deps.identityTitles,
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
    renderTimeoutMs: deps.renderTimeoutMs,
    hasGame: async (game) => (await readGame(game)) !== undefined,
    policy,
    basePath,
    forcedAdapter,
    earlyHints: config.earlyHints,
    isSingleGame: fixedGame !== undefined,
    gameOrigins: createFramableGameOriginsReader(catalogue, { log }),
    findAsset: deps.findAsset,
    runtimeConfig: async () => {
      const [known, documents] = await Promise.all([readPublic(), readDocuments()]);
      return { ...fixed, ...known, ...(documents && { documents }) };
    },
  };
}

/** Old error-collector addresses (DSN) contain a secret besides the public key; pages get only the key. */
function withoutPassword(address: URL): string {
  const shown = new URL(address);
  shown.password = '';
  return shown.href;
}
