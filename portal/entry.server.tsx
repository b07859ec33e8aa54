// The portal's server entry: renders a URL with its data, for visitors who are not signed in. The browser adds personal
// content.
import { dehydrate, QueryClient } from '@tanstack/react-query';
import i18next, { type i18n } from 'i18next';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { callTable } from 'virtual:call-table';
import { apiBase } from '#contract/api-base.ts';
import { createClient } from '#contract/client.ts';
import { fallbackLocale, type Locale } from '#model/locale.ts';
import type { PageHead, PageRenderer, RenderedPage, PageRenderOptions } from '#model/rendered-page.ts';
import { setApiClientForQueries } from './api-client-for-queries.ts';
import type { FirstPageApi } from '#contract/lazy-route-groups.ts';
import { App } from './App.tsx';
import { loadTexts } from './i18n/load-texts.ts';
import type { PageEnvironment } from './page-environment.ts';
import type { PageHeadContext, PublicPage } from './pages/public-page.ts';
import { findPublicPage } from './pages/public-pages.ts';
import { getPortalName, type PortalRuntimeConfig } from './runtime-config.ts';
import { formatPageTitle } from './shell/format-page-title.ts';
import { isClientError } from './queries/create-query-client.ts';

export const renderPage: PageRenderer['renderPage'] = async (address, options) => {
  const { locale } = options;
  // The server wrote it with the same types.
  const config = options.config as PortalRuntimeConfig;
  const url = new URL(address, 'http://portal.invalid');
  const texts = await textsIn(locale);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  setApiClientForQueries(queries, createClient<FirstPageApi>(callTable, { base: apiBase, send: options.send }));
  try {
    const found = findPublicPage(url.pathname);
    const { origin, headOnly } = options;
    const link = (path: string): string => linkTo(path, { origin, basePath: config.basePath, url });
    const about = { locale, t: texts.t, queries, config, link, query: url.searchParams };
    const head = found && (await describe(found.page, { ...about, params: found.params }));
    const page: PageEnvironment = { config, origin, unknownPath: head ? undefined : url.pathname };
    return {
      status: head ? 200 : 404,
      head: complete(head ?? { title: texts.t('errors.notFound') }, config),
      html: headOnly ? '' : await render(page, { address, queries, texts, options }),
      state: {
        path: url.pathname,
        locale,
        ...(!head && { isUnknown: true }),
        queries: head ? dehydrate(queries) : { mutations: [], queries: [] },
      },
      screen: head ? found?.page.screen : undefined,
    } satisfies RenderedPage;
  } finally {
    queries.clear();
  }
};

export const findPublicAddress: PageRenderer['findPublicAddress'] = (address) => {
  const { pathname, searchParams } = new URL(address, 'http://portal.invalid');
  const page = findPublicPage(pathname)?.page;
  if (!page) return undefined;
  const query = new URLSearchParams();
  for (const name of page.query ?? []) {
    // Of a repeated parameter the first value counts. A GET form also sends empty fields, which count as absent.
    const value = searchParams.get(name) ?? '';
    if (value !== '') query.set(name, value);
  }
  return {
    address: query.size === 0 ? pathname : `${pathname}?${query.toString()}`,
    isPerCountry: page.perCountry ?? false,
  };
};

/** If the URL names a language, links keep it. */
function linkTo(path: string, { origin, basePath, url }: { origin: string; basePath: string; url: URL }): string {
  const lang = url.searchParams.get('lang');
  const address = new URL(basePath + path.slice(1), origin);
  if (lang !== null) address.searchParams.set('lang', lang);
  return address.href;
}

const complete = (head: PageHead, config: PortalRuntimeConfig): PageHead => ({
  ...head,
  title: formatPageTitle(head.title, getPortalName(config)),
});

async function describe(page: PublicPage, parts: PageHeadContext): Promise<PageHead | undefined> {
  try {
    const asked = page.ask?.(parts) ?? [];
    await Promise.all(asked.map((query) => parts.queries.fetchQuery({ ...query, retry: false })));
  } catch (error) {
    if (isClientError(error)) return undefined;
    throw error;
  }
  return page.head(parts);
}

async function render(page: PageEnvironment, { address, queries, texts, options }: RenderInput): Promise<string> {
  const { basePath } = options.config;
  const app = (
    <App
      {...{ page, queries, texts }}
      inRouter={(screens) => (
        <StaticRouter location={basePath + address.slice(1)} basename={basePath}>
          {screens}
        </StaticRouter>
      )}
    />
  );
  const html = renderWithoutWaiting(app) ?? (await renderAndWait(app, options.timeLimitMs));
  const { BASE_URL: builtBase } = import.meta.env;
  return builtBase === '/' ? html : html.replaceAll(builtBase, () => basePath);
}

/** Saves a stream and its encoding. Undefined if a part failed or isn't loaded yet: screens load when first rendered. */
function renderWithoutWaiting(app: ReactElement): string | undefined {
  try {
    const html = renderToString(app);
    return html.includes(partLeftToBrowser) ? undefined : html;
  } catch {
    return undefined;
  }
}

/** React's mark. Texts and attributes can't contain it, because `<` is escaped there. */
const partLeftToBrowser = '<!--$!-->';

async function renderAndWait(app: ReactElement, timeLimitMs: number): Promise<string> {
  let failed: unknown;
  const { prelude } = await prerender(app, {
    signal: AbortSignal.timeout(timeLimitMs),
    // Otherwise React streams large parts after the page and moves them with scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    // React would leave a failed part to the browser; here the browser renders the whole page.
    onError: (error) => {
      failed ??= error;
    },
  });
  if (failed !== undefined) throw failed;
  return new Response(prelude).text();
}

interface RenderInput {
  readonly address: string;
  readonly queries: QueryClient;
  readonly texts: i18n;
  readonly options: PageRenderOptions;
}

const instances = new Map<Locale, Promise<i18n>>();

/** One instance per language, kept while the server runs. */
function textsIn(locale: Locale): Promise<i18n> {
  const known = instances.get(locale) ?? createTexts(locale);
  instances.set(locale, known);
  return known;
}

async function createTexts(locale: Locale): Promise<i18n> {
  const instance = i18next.createInstance();
  const [texts, english] = await Promise.all([loadTexts(locale), loadTexts(fallbackLocale)]);
  await instance.init({
    lng: locale,
    fallbackLng: fallbackLocale,
    lowerCaseLng: true,
    resources: { [fallbackLocale]: { translation: english }, [locale]: { translation: texts } },
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  return rememberTexts(instance);
}

const maxTexts = 5000;
const maxValueLetters = 100;

/** Keeps requested texts: finding a text takes as long as rendering an element, and inserting values longer. */
function rememberTexts(instance: i18n): i18n {
  // Callers check their keys; here any key will do.
  const find = instance.getFixedT(instance.language) as unknown as (...asked: readonly unknown[]) => string;
  const known = new Map<string, string>();
  const findOrRemember = (...asked: readonly unknown[]): string => {
    const request = describeRequest(asked);
    if (request === undefined) return find(...asked);
    const remembered = known.get(request);
    if (remembered !== undefined) return remembered;
    const text = find(...asked);
    // Maps keep insertion order: the first request is the oldest.
    const [oldest] = known.keys();
    if (known.size >= maxTexts && oldest !== undefined) known.delete(oldest);
    known.set(request, text);
    return text;
  };
  const remembering = Object.assign(findOrRemember, find);
  instance.getFixedT = (() => remembering) as unknown as typeof instance.getFixedT;
  return instance;
}

/** The key and the values to insert as one text; undefined if one is long or not a plain value. */
function describeRequest([key, values, ...others]: readonly unknown[]): string | undefined {
  if (typeof key !== 'string' || others.length > 0) return undefined;
  if (values === undefined) return key;
  if (typeof values !== 'object' || values === null) return undefined;
  let request = key;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number') request += `\n${name}=${value}`;
    else if (typeof value === 'string' && value.length <= maxValueLetters)
      request += `\n${name}:${JSON.stringify(value)}`;
    else return undefined;
  }
  return request;
}
