// Serves the portal's pages. Public ones are rendered on the server and cached; the others are rendered in the browser.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PortalConfig } from '#contract/config.ts';
import type { Locale } from '#model/locale.ts';
import { findPortalPage } from '#model/portal-pages.ts';
import { browserRenderedQueryParams, type PageRenderer, type RenderedPage } from '#model/rendered-page.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { withTimeout } from '#server/with-timeout.ts';
import type { Config } from '#server/config.ts';
import type { NodeSignals } from '#server/db/node-signals.ts';
import { escapeScript } from '#server/http/escape-script.ts';
import type { Log } from '#server/http/log.ts';
import type { CallPublicApi } from './call-public-api.ts';
import { buildPageHead } from './build-head.ts';
import { buildThemeCss } from './build-theme.ts';
import { createPageCache } from './page-cache.ts';
import type { PageShell } from './page-shell.ts';
import { readScreenFiles } from './screen-files.ts';

export interface PageRendererOptions {
  readonly folder: string;
  readonly shell: PageShell;
  readonly config: Config;
  readonly signals: NodeSignals;
  readonly answerCalls: CallPublicApi;
  readonly hasGame: (game: string) => Promise<boolean>;
  readonly log: Log;
  /** A page that takes longer is rendered in the browser. */
  readonly renderTimeoutMs?: number | undefined;
}

export interface PageRequest {
  readonly url: string;
  readonly locale: Locale;
  readonly isLanguageAsked: boolean;
  readonly country: string | undefined;
  readonly runtimeConfig: RuntimeConfig<PortalConfig>;
}

export interface PageResponse {
  readonly status: 200 | 404;
  /** The nonce goes between the pieces. */
  readonly pieces: readonly string[];
  /** It does not depend on data, so it may be cached without expiry. */
  readonly isLasting: boolean;
}

export interface PageRedirect {
  readonly status: 301;
  readonly address: string;
}

export async function createPageRenderer(
  options: PageRendererOptions,
): Promise<(asked: PageRequest) => Promise<PageResponse | PageRedirect>> {
  const { folder, shell, config, log, renderTimeoutMs: timeLimitMs = 3000 } = options;
  const { routerType, fixedGame } = config;
  const program = await loadProgram(folder);
  const filesOf = await readScreenFiles(folder);
  const cache = createPageCache<PageResponse>({
    signals: options.signals,
    nowMs: () => performance.now(),
    bytesOf: ({ pieces }) => pieces.reduce((bytes, piece) => bytes + 2 * piece.length, 0),
    isLasting: ({ isLasting }) => isLasting,
  });

  /** @param address undefined: search engines must not list the page */
  const make = (asked: PageRequestWithText, page: Partial<RenderedPage>, address?: string): PageResponse => {
    const { locale, isLanguageAsked, runtimeConfig, configText = escapeScript(runtimeConfig) } = asked;
    const branding = runtimeConfig.portal?.CompanyBranding;
    const portalName = branding?.Name ?? 'FxId';
    const { status = 200, html = '', state, head = { title: portalName } } = page;
    const { styles = [], scripts = [] } = html === '' ? {} : filesOf(page.screen);
    const { css, isLight } = buildThemeCss(branding?.Theme);
    const pieces = shell.fill(locale, {
      head: buildPageHead(head, { place: config, address, locale, isLanguageAsked, portalName, styles }),
      scripts: scripts.map((file) => config.basePath + file),
      theme: css,
      config: configText,
      content: html === '' || !state ? undefined : { html, state: escapeScript(state) },
      isLight,
    });
    return { status, pieces, isLasting: status === 200 || state?.path === nowhere };
  };

  const render = async (asked: PageRequestWithText, wanted: WantedPage): Promise<PageResponse | undefined> => {
    const { locale, country, runtimeConfig } = asked;
    const { address, rendered = address, headOnly } = wanted;
    try {
      const lang = asked.isLanguageAsked ? `${rendered.includes('?') ? '&' : '?'}lang=${locale}` : '';
      const { origin } = config.publicUrl;
      const send = options.answerCalls({ country, locale });
      const about = { locale, origin, send, timeLimitMs, headOnly, config: runtimeConfig };
      const rendering = program.renderPage(rendered + lang, about);
      const page = await withTimeout(rendering, timeLimitMs, () => new Error('It took too long.'));
      return make(asked, page, page.status === 200 ? address : undefined);
    } catch (error) {
      log.warn({ err: error, address }, 'Rendering a page failed; the browser renders it.');
      return undefined;
    }
  };

  const makePublic = async (asked: PageRequest, wanted: WantedPage): Promise<PageResponse> => {
    const { locale, isLanguageAsked, country, runtimeConfig } = asked;
    const { address, headOnly, isPerCountry } = wanted;
    const place = isPerCountry ? (country ?? '') : '';
    const configText = escapeScript(runtimeConfig);
    const key = [locale, isLanguageAsked, headOnly, place, address, configText].join('\n');
    const known = { ...asked, configText };
    const page = await cache.find(key, () => render(known, wanted));
    return page ?? (address === nowhere ? make(known, { status: 404 }) : make(known, {}, address));
  };

  const assumeGame = (error: unknown): boolean => {
    log.warn({ err: error }, 'Checking whether a game exists failed; the browser checks again.');
    return true;
  };

  return async (asked) => {
    const [path = '/', query = ''] = asked.url.split('?', 2);
    const site = fixedGame === undefined ? 'portal' : 'game';
    const match = findPortalPage(routerType === 'hash' ? '/' : path, site);
    const found = match?.page.isOfLab && !asked.runtimeConfig.lab ? undefined : match;
    // With a hash router or a fixed game there is one address only, so there are no canonical links.
    const isOnePage = routerType === 'hash' || fixedGame !== undefined;
    if (!found)
      return isOnePage || !config.serverRendering
        ? make(asked, { status: 404 })
        : makePublic(asked, { address: nowhere, headOnly: false });
    if (fixedGame !== undefined && found.address === '/')
      return makePublic(asked, { address: '/', rendered: `/Games/${fixedGame}`, headOnly: true, isPerCountry: true });
    if (!found.page.isPublic) {
      const { game } = found.params;
      // A preview link also opens a hidden game.
      const isPreview = new URLSearchParams(query).has('preview');
      const isThere = game === undefined || isPreview || (await options.hasGame(game).catch(assumeGame));
      return make(asked, { status: isThere ? 200 : 404 });
    }
    if (!isOnePage && found.address !== path)
      return { status: 301, address: found.address + (query === '' ? '' : `?${query}`) };
    const known = program.findPublicAddress(query === '' ? found.address : `${found.address}?${query}`);
    const isOfReader =
      !config.serverRendering || browserRenderedQueryParams.some((name) => new URLSearchParams(query).has(name));
    return makePublic(asked, { address: found.address, ...known, headOnly: isOnePage || isOfReader });
  };
}

interface PageRequestWithText extends PageRequest {
  /** `runtimeConfig` as a script's text, if it is known already. */
  readonly configText?: string;
}

interface WantedPage {
  readonly address: string;
  readonly rendered?: string;
  readonly headOnly: boolean;
  readonly isPerCountry?: boolean;
}

/** The not-found page is the same at every address. */
const nowhere = '/nowhere';

async function loadProgram(folder: string): Promise<PageRenderer> {
  const file = join(folder, 'server/entry.js');
  if (!existsSync(file))
    throw new Error(`The portal has not been built: there is no ${file}. Build it with npm run build.`);
  return (await import(pathToFileURL(file).href)) as PageRenderer;
}
