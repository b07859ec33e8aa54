// The games origin. Each game has its own host, `{game}.…`, so that no game shares storage with the portal or with
// another game. It serves files only, without cookies or API, and a generated page for a Unity build that has none.
// Three reserved hosts run third-party scripts (captcha, payment providers, advertising network), which must not reach
// the portal's storage either.
import { buildGameOrigin, usesPortPerGame } from '#model/build-game-origin.ts';
import fastifyStatic from '@fastify/static';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { Config } from './config.ts';
import type { FindAsset } from './http/send-asset.ts';
import { adsHostLabel } from './features/ads/ads-address.ts';
import { sendAdsPage } from './features/ads/ads-page.ts';
import { checkoutHostLabel } from './features/checkout/checkout-address.ts';
import { renderCheckoutPage } from './features/checkout/checkout-page.ts';
import type { ReadProviderPageOrigins } from './features/checkout/read-provider-page-origins.ts';
import { captchaHostLabel } from './features/captcha/captcha-address.ts';
import { buildPlayAddress } from './features/publishing/game-paths.ts';
import { renderCaptchaPage, type CaptchaPageOptions } from './features/captcha/captcha-page.ts';
import type { IssueChallenge } from './features/captcha/proof-of-work-verifier.ts';
import { renderProofOfWorkPage } from './features/captcha/proof-of-work-page.ts';
import { chooseGameFileHeaders } from './games/game-file-headers.ts';
import { renderCookiesPage } from './games/cookies-page.ts';
import { createErrorPageHook } from './games/error-page-hook.ts';
import { replaceForeignSdk } from './games/foreign-sdk-page.ts';
import { createGamePages, readGamePageFile, type RewritePage } from './games/game-pages.ts';
import { createGameFileFinder, type GameFileFinder } from './games/game-file-finder.ts';
import {
  createGameServingSettingsReader,
  type GameServingSettings,
  type ReadGameBuild,
  type ReadGameConfig,
} from './games/game-serving-settings.ts';
import { hashHeaders, immutableCacheControl, readImmutablePath, type ImmutablePath } from './games/immutable-paths.ts';
import { renderPlaceholderArt } from './games/render-placeholder-art.ts';
import {
  buildPreviewPath,
  cachePreviewReader,
  previewHeaders,
  readPreviewPath,
  findPreviewTokenInReferrer,
  toServedBuild,
  type ReadPreview,
} from './games/preview-paths.ts';
import { readRunnerScript, runnerScriptPath } from './games/unity-runner-page.ts';
import { decompressionHooks } from './games/decompression-hooks.ts';
import { readMonitorScript, monitorScriptPath, injectMonitor, type MonitorOptions } from './games/monitored-page.ts';
import { compressReplies } from './http/compress-replies.ts';
import { createHttpApp } from './http/create-http-app.ts';
import type { HeaderPolicy, ResponseHeaders } from './http/headers.ts';
import type { Log } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';
import type { Tracing } from './tracing/tracing.ts';
import { mountAvatars } from './http/mount-avatars.ts';
import { mountProbes, type Readiness } from './http/probes.ts';
import { redirectSafely } from './http/safe-redirect.ts';
import { mountSdkFiles } from './http/sdk-files.ts';

export interface GamesAppDeps {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly policy: HeaderPolicy;
  readonly tracing?: Tracing | undefined;
  readonly readiness?: Readiness;
  /** Folders that contain one folder per game. The first one that has the file wins. */
  readonly folders: readonly string[];
  /** Absent: all builds are in the folders. */
  readonly finder?: GameFileFinder | undefined;
  /** Reads a game's configuration. Absent: every game gets the default headers. */
  readonly readGame?: ReadGameConfig;
  /** Finds the build at `/`. Absent: the game's folder itself. */
  readonly readBuild?: ReadGameBuild;
  /** Finds drafts by their preview links, also of hidden games. Absent: no previews. */
  readonly previews?: { readonly read: ReadPreview; readonly readGame: ReadGameConfig };
  /** Whether pages forward the game's console output to the portal. On on a laptop. */
  readonly reportsConsole?: boolean;
  /** The built SDK. It has the same address on every game's host as on the portal. */
  readonly sdkFolder?: string | undefined;
  /** Either the captcha's widget or the issuer of proof-of-work challenges. Absent: the captcha host serves nothing. */
  readonly captcha?:
    | Pick<CaptchaPageOptions, 'siteKey' | 'scriptUrl' | 'other' | 'findGameWidget'>
    | { readonly issue: IssueChallenge };
  /** The program of the checkout frame. Absent: the checkout host serves nothing, and payments open a new tab. */
  readonly checkout?: {
    readonly folder: string;
    readonly simulatorOrigin?: string | undefined;
    readonly findAsset?: FindAsset | undefined;
    readonly readPageOrigins?: ReadProviderPageOrigins | undefined;
  };
  /** The advertising network's script. Absent: the ads host serves nothing, and the portal shows no ads. */
  readonly ads?: { readonly scriptUrl: string };
}

export async function buildGamesApp(deps: GamesAppDeps): Promise<FastifyInstance> {
  const { config, log, metrics, policy, folders, readiness = alwaysReady } = deps;
  const headers = policy.of('game');
  const app = createHttpApp({
    config,
    log,
    metrics,
    headers,
    stopping: readiness.stopping,
    leavePhase: readiness.leavePhase,
    tracing: deps.tracing,
    cookiesPage: renderCookiesPage({ portalOrigin: config.publicUrl.origin, ancestors: policy.gameAncestors }),
  });
  if (config.compress) compressReplies(app, { files: true });
  const nameOf = hostReader(config.gamesUrl);
  const portalOrigin = config.publicUrl.origin;
  const place = { portalOrigin, headers };
  const { captcha } = deps;
  const serveCaptchaPage =
    captcha &&
    ('issue' in captcha
      ? await renderProofOfWorkPage({ ...captcha, ...place })
      : renderCaptchaPage({ ...captcha, ...place }));
  const sendCheckout = deps.checkout && (await renderCheckoutPage({ ...deps.checkout, portalOrigin, headers }));
  const settingsContext = { log, nowMs: () => performance.now(), gamePolicy: config.gamePolicy };
  const settingsOf = createGameServingSettingsReader(deps, settingsContext);
  const settingsOfPreview = createGameServingSettingsReader({ readGame: deps.previews?.readGame }, settingsContext);
  const findPreview = cachePreviewReader(deps.previews?.read ?? (async () => undefined), settingsContext.nowMs);
  const finder = deps.finder ?? createGameFileFinder({ folders, log });
  const pages = createGamePages({ folders, finder, base: headers, portalOrigin, ancestors: policy.gameAncestors });
  const watching = { portalOrigin, reportsConsole: deps.reportsConsole ?? false };
  const programs = new Map([
    [runnerScriptPath, await readRunnerScript()],
    [monitorScriptPath, await readMonitorScript()],
  ]);
  app.addHook('onSend', createErrorPageHook(watching));
  if (deps.sdkFolder !== undefined) await mountSdkFiles(app, { folder: deps.sdkFolder, policy });
  mountAvatars(app, { policy });
  mountProbes(app, { readiness, log });
  if (folders.length > 0) {
    await app.register(fastifyStatic, {
      root: [...folders],
      serve: false,
      index: false,
      dotfiles: 'deny',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const { contentType, contentEncoding, cache } = chooseGameFileHeaders(path);
        // Previews and addresses with the build's hash have their own.
        if (!reply.hasHeader('cache-control'))
          void reply.header('cache-control', cacheControl(cache, config.production));
        if (contentType !== undefined) void reply.header('content-type', contentType);
        if (contentEncoding) void reply.headers({ 'content-encoding': contentEncoding, vary: 'accept-encoding' });
      },
    });
  }
  app.get('/*', { config: { call: 'games.files' }, ...decompressionHooks }, async (request, reply) => {
    const name = nameOf(request.hostname);
    const path = (request.params as { '*': string })['*'];
    if (name === captchaHostLabel) {
      if (path === '' && serveCaptchaPage) return serveCaptchaPage(request, reply);
      throw new Problem('NotFound');
    }
    if (name === checkoutHostLabel) {
      if (sendCheckout) return sendCheckout(path, request, reply);
      throw new Problem('NotFound');
    }
    if (name === adsHostLabel) {
      if (path === '' && deps.ads) return sendAdsPage(reply, { ...deps.ads, ...place });
      throw new Problem('NotFound');
    }
    if (name === undefined) throw new Problem('NotFound', 'Games are served at addresses that begin with their name.');
    // The parent folder holds other games, whose pages must not run on this host.
    if (path.split(/[\\/]/).includes('..')) throw new Problem('NotFound');
    if (folders.length === 0) throw new Problem('NotFound', 'This server has no folder of games.');
    const program = programs.get(path);
    if (program !== undefined) {
      // The portal's own files are served during an outage too: the maintenance page uses one.
      const known = await settingsOf(name).then(pages.headersOf, () => headers);
      return reply
        .headers({ ...known, 'cache-control': 'no-cache' })
        .type('text/javascript; charset=utf-8')
        .send(program);
    }
    const own = await settingsOf(name);
    const art = renderPlaceholderArt(path, { game: name, title: own.title });
    if (art !== undefined)
      return reply
        .headers({ ...pages.headersOf(own), 'cache-control': 'no-cache' })
        .type('image/svg+xml; charset=utf-8')
        .send(art);
    const gameOrigin = new URL(buildGameOrigin(config.gamesUrl, name)).origin;
    const comesFrom = findPreviewTokenInReferrer(path, request.headers.referer, gameOrigin);
    if (comesFrom !== undefined && (await findPreview(name, comesFrom))) {
      void reply.headers({ ...previewHeaders, 'cache-control': 'no-store', vary: 'referer' });
      return redirectSafely(reply, buildPreviewPath(comesFrom) + request.url.slice(1), [gameOrigin], 307);
    }
    const previewPath = readPreviewPath(path);
    const immutable = readImmutablePath(path);
    if (immutable) return sendImmutableFile(reply, name, immutable, own);
    if (!previewPath) return sendGameFile(request, reply, { game: name, path, settings: own });
    const preview = await findPreview(name, previewPath.token);
    if (!preview) throw new Problem('UnknownPreview');
    if (previewPath.path === undefined)
      return redirectSafely(reply, buildPreviewPath(previewPath.token), [gameOrigin], 307);
    const settings = { ...(await settingsOfPreview(name)), ...toServedBuild(preview) };
    return sendGameFile(request, reply, { game: name, path: previewPath.path, settings, more: previewHeaders });
  });

  async function sendImmutableFile(
    reply: FastifyReply,
    game: string,
    { sha, headersHash, file }: ImmutablePath,
    settings: GameServingSettings,
  ): Promise<FastifyReply> {
    const isHidden = file.split(/[\\/]/).some((part) => part.startsWith('.'));
    // Pages are checked each time, because their policy contains more than that of files.
    if (isHidden || /\.html?$/.test(file)) throw new Problem('NotFound');
    const found = await finder.findByHash(game, sha, file);
    if (!found) throw new Problem('NotFound');
    const known = pages.headersOf(settings);
    const isCurrent = headersHash === hashHeaders(known);
    void reply.headers({ ...known, 'cache-control': isCurrent ? immutableCacheControl : 'no-cache' });
    return reply.sendFile(found.file, join(found.folder, found.root));
  }

  async function sendGameFile(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      game,
      path,
      settings,
      more = {},
    }: { game: string; path: string; settings: GameServingSettings; more?: ResponseHeaders },
  ): Promise<FastifyReply> {
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    const rewrite = createPageRewriter(request, game, file, settings);
    const page = await pages.find(game, { path, file }, settings, rewrite);
    void reply.headers({ ...page.headers, ...more });
    // A script that fetches the page gets the file unchanged; a frame gets it with the monitoring script.
    const purpose = request.headers['sec-fetch-dest'] ?? 'document';
    const isFramed = purpose === 'iframe';
    const isRewritten = settings.foreignSdk !== undefined && ['iframe', 'frame', 'document'].includes(purpose);
    const found = await finder.find({ ...settings, game, file });
    const source =
      page.html === undefined
        ? (isFramed || isRewritten) && (await readGamePageFile(folders, found))
        : Buffer.from(page.html);
    const html = source && isRewritten ? rewrite(source) : source;
    if (!html)
      return found.folder === undefined
        ? reply.sendFile(join(found.root, file))
        : reply.sendFile(found.file, join(found.folder, found.root));
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'sec-fetch-dest' })
      .type(page.html === undefined ? 'text/html' : 'text/html; charset=utf-8')
      .send(isFramed ? injectMonitor(html, watchingIn(settings)) : html);
  }

  function watchingIn({ foreignSdk }: GameServingSettings): MonitorOptions {
    return foreignSdk ? { ...watching, vendorHosts: foreignSdk.hosts } : watching;
  }

  function createPageRewriter(
    request: FastifyRequest,
    game: string,
    file: string,
    { foreignSdk, board }: GameServingSettings,
  ): RewritePage {
    if (!foreignSdk) return (html) => html;
    const [root = '/'] = /^\/(?:builds\/\d+\/)?/.exec(request.url) ?? [];
    const { token } = readPreviewPath(request.url.slice(1)) ?? {};
    return (html) =>
      replaceForeignSdk(html, file.replace(/^builds\/\d+\//, ''), foreignSdk, {
        game,
        playUrl: buildPlayAddress(config, game),
        root: token === undefined ? root : buildPreviewPath(token),
        ...(board !== undefined && { board }),
        ...(watching.reportsConsole && { reportTo: portalOrigin }),
      });
  }

  app.setNotFoundHandler(() => {
    throw new Problem('NotFound');
  });
  return app;
}

const alwaysReady: Readiness = { checks: [], stopping: () => false };

const cacheTexts = {
  'for ever': immutableCacheControl,
  'ask again': 'no-cache',
  'a while': 'public, max-age=3600',
} as const;

/** During development every change shows at once. */
const cacheControl = (cache: keyof typeof cacheTexts, isProduction: boolean): string =>
  cacheTexts[isProduction || cache === 'for ever' ? cache : 'ask again'];

/** The first label of one of our hosts: a game, or one of the three reserved names. */
function hostReader(gamesUrl: string): (host: string) => string | undefined {
  // With a port per game, the gateway in front forwards `{game}.localhost` as the host.
  const suffix = usesPortPerGame(gamesUrl)
    ? '.localhost'
    : new URL(buildGameOrigin(gamesUrl, 'game')).hostname.slice('game'.length);
  return (host) => {
    const name = host.endsWith(suffix) ? host.slice(0, -suffix.length) : '';
    return /^[a-z0-9][a-z0-9-]{0,62}$/.test(name) ? name : undefined;
  };
}
