// Serves the portal's files. Built files have a hash in their name and are cached forever. The page is rendered per
// visit, with its nonce and runtime configuration, and preload hints for the first screen.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalConfig } from '#contract/config.ts';
import { Problem } from '#model/problem.ts';
import { findPortalPage } from '#model/portal-pages.ts';
import { isSensitivePage } from '#model/sensitive-page.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { isPaymentFormPage } from '#server/features/checkout/form-page.ts';
import type { FramableGameOrigins } from '#server/features/games/framable-game-origins.ts';
import { createPageRenderer, type PageRendererOptions } from '#server/features/pages/create-page-renderer.ts';
import { toLanguageTag } from '#server/features/pages/page-links.ts';
import { readPageShell } from '#server/features/pages/page-shell.ts';
import { readCaller, type CountrySources } from './caller.ts';
import { stripQuery } from './create-http-app.ts';
import type { HeaderPolicy, ResponseHeaders } from './headers.ts';
import { findPlayerPagePlatform } from './find-player-page-platform.ts';
import { buildPortalManifest } from './portal-manifest.ts';
import { findRequestLocale, findRequestedLanguage } from './request-locale.ts';
import { redirectSafely } from './safe-redirect.ts';
import { sendAsset, type FindAsset } from './send-asset.ts';

export interface PortalFilesOptions extends Omit<PageRendererOptions, 'shell'> {
  readonly policy: HeaderPolicy;
  readonly basePath: string;
  readonly forcedAdapter: string | undefined;
  readonly earlyHints: boolean;
  readonly isSingleGame?: boolean;
  /** Origins that the portal may frame: games hosted elsewhere, and pages shown over games. */
  readonly gameOrigins?: () => Promise<FramableGameOrigins>;
  readonly runtimeConfig: () => Promise<RuntimeConfig<PortalConfig>>;
  readonly countries: CountrySources;
  /** Finds files of builds that this node doesn't have; absent if there is only one build. */
  readonly findAsset?: FindAsset | undefined;
}

type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export async function mountPortalFiles(app: FastifyInstance, options: PortalFilesOptions): Promise<SendPage> {
  const { folder, policy, basePath } = options;
  const page = await readPageShell(folder, basePath);
  const makePage = await createPageRenderer({ ...options, shell: page });
  const asset = { ...policy.of('asset') };
  await app.register(mountAssets(folder, asset, options.findAsset), { prefix: '/assets' });
  for (const name of ['service-worker.js', 'push-worker.js']) {
    const worker = await readFile(join(folder, name), 'utf8');
    app.get(`/${name}`, async (_, reply) =>
      // A service worker may fetch and cache what the portal may. `no-cache` makes browsers find a new one at once.
      reply
        .headers({ ...asset, 'content-security-policy': "default-src 'self'", 'cache-control': 'no-cache' })
        .type('text/javascript; charset=utf-8')
        .send(worker),
    );
  }
  app.get('/manifest.webmanifest', async (_, reply) =>
    reply
      .headers({ ...asset, 'cache-control': 'no-cache' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(buildPortalManifest(await options.runtimeConfig(), page.icon))),
  );
  const sendPage: SendPage = async (request, reply) => {
    const found = findPortalPage(stripQuery(request.url), options.isSingleGame ? 'game' : 'portal');
    request.pageRoute = found?.page.path ?? 'unknown page';
    // Only navigations understand early hints, and some proxies take them for the final response.
    if (options.earlyHints && request.headers['sec-fetch-mode'] === 'navigate' && page.hints.length > 0) {
      reply.raw.writeEarlyHints({ link: [...page.hints] });
    }
    const nonce = randomBytes(16).toString('base64');
    const config = await options.runtimeConfig();
    const origins = await options.gameOrigins?.();
    const locale = findRequestLocale(request);
    const platform = findPlayerPagePlatform(request.url, options);
    const path = stripQuery(request.url);
    const carriesToken = isSensitivePage(path);
    const made = await makePage({
      url: request.url,
      locale,
      isLanguageAsked: findRequestedLanguage(request) !== null,
      country: readCaller(request, options.countries).country,
      runtimeConfig: config,
    });
    if (made.status === 301)
      return redirectSafely(reply, basePath + made.address.slice(1), [options.config.publicUrl.origin], 301);
    return reply
      .code(made.status)
      .headers(
        policy.page({
          nonce,
          carriesToken,
          isForm: isPaymentFormPage(path),
          flags: debugFlags(request.url),
          gameOrigins: origins?.games ?? [],
          frameOrigins: [
            ...(config.portal?.FrameOrigins ?? []),
            ...(config.portal?.TrustedDocumentOrigins ?? []),
            ...(origins?.frames ?? []),
          ],
          frameAncestors: policy.ancestorsOf(platform),
          reaches: platform?.reaches,
          // Platforms sign the addresses of their pages, and have rules about trackers.
          hasTags: !carriesToken && platform?.embeddedBy === undefined && platform?.reaches === undefined,
        }),
      )
      .header('link', page.hints.join(', '))
      .header('vary', 'accept-language, cookie')
      .header('content-language', toLanguageTag(locale))
      .type('text/html; charset=utf-8')
      .send(made.pieces.join(nonce));
  };
  app.get('/', sendPage);
  return sendPage;
}

function mountAssets(folder: string, headers: ResponseHeaders, findAsset: FindAsset | undefined) {
  return async (scope: FastifyInstance): Promise<void> => {
    // Guessing file names counts against the rate limit.
    scope.setNotFoundHandler({ preHandler: scope.rateLimit() }, async (request, reply) => {
      const name = stripQuery(request.url).slice(1);
      const found = /^(GET|HEAD)$/.test(request.method) ? await findAsset?.(name) : undefined;
      if (!found) throw new Problem('NotFound');
      return sendAsset({ name, asset: found }, request, reply.headers(headers));
    });
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      setHeaders: (reply) => {
        reply.headers(headers);
      },
    });
  };
}

/** Debugging flags of an address; ignored on pages with tokens or payments. */
function debugFlags(url: string): { eruda: boolean; remotejs: boolean } {
  const query = new URLSearchParams(isSensitivePage(stripQuery(url)) ? '' : url.split('?', 2)[1]);
  return { eruda: query.has('eruda'), remotejs: query.has('remotejs') };
}
