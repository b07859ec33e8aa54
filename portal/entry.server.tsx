// The portal's program for the server: makes a page of an address, with its data, for whoever reads it. It knows nobody: what a page
// has for those who are signed in comes when it is in their browser.
import { dehydrate, QueryClient } from '@tanstack/react-query';
import i18next, { type i18n } from 'i18next';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { callTable } from 'virtual:call-table';
import { apiBase } from '#contract/api-base.ts';
import type { Api } from '#contract/api.ts';
import { createClient } from '#contract/client.ts';
import { fallbackLocale, type Locale } from '#model/locale.ts';
import type { PageHead, PagesProgram, RenderedPage, RenderOptions } from '#model/rendered-page.ts';
import { askWith } from './api-of.ts';
import { App } from './App.tsx';
import { loadTexts } from './i18n/load-texts.ts';
import type { Page } from './page.ts';
import type { PageParts, PublicPage } from './pages/public-page.ts';
import { findPublicPage } from './pages/public-pages.ts';
import { portalNameIn, type PortalRuntimeConfig } from './runtime-config.ts';
import { titleOf } from './shell/title-of.ts';
import { isRefusal } from './queries/create-queries.ts';

export const renderPage: PagesProgram['renderPage'] = async (address, options) => {
  const { locale } = options;
  // The server wrote it, by the same types.
  const config = options.config as PortalRuntimeConfig;
  const url = new URL(address, 'http://portal.invalid');
  const texts = await textsIn(locale);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  askWith(queries, createClient<Api>(callTable, { base: apiBase, send: options.send }));
  try {
    const found = findPublicPage(url.pathname);
    const { origin, headOnly } = options;
    const link = (path: string): string => linkTo(path, { origin, basePath: config.basePath, url });
    const about = { locale, t: texts.t, queries, config, link, query: url.searchParams };
    const head = found && (await describe(found.page, { ...about, params: found.params }));
    const page: Page = { config, origin, unknownPath: head ? undefined : url.pathname };
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

export const findPublicAddress: PagesProgram['findPublicAddress'] = (address) => {
  const { pathname, searchParams } = new URL(address, 'http://portal.invalid');
  const page = findPublicPage(pathname)?.page;
  if (!page) return undefined;
  const query = new URLSearchParams();
  for (const name of page.query ?? []) {
    // As screens read it: the first counts, and a form names also what it asks nothing of.
    const value = searchParams.get(name) ?? '';
    if (value !== '') query.set(name, value);
  }
  return {
    address: query.size === 0 ? pathname : `${pathname}?${query.toString()}`,
    isPerCountry: page.perCountry ?? false,
  };
};

/** An address that asks for a language leads on to pages in that language. */
function linkTo(path: string, { origin, basePath, url }: { origin: string; basePath: string; url: URL }): string {
  const lang = url.searchParams.get('lang');
  const address = new URL(basePath + path.slice(1), origin);
  if (lang !== null) address.searchParams.set('lang', lang);
  return address.href;
}

const complete = (head: PageHead, config: PortalRuntimeConfig): PageHead => ({
  ...head,
  title: titleOf(head.title, portalNameIn(config)),
});

/** Undefined: there is no such thing. */
async function describe(page: PublicPage, parts: PageParts): Promise<PageHead | undefined> {
  try {
    const asked = page.ask?.(parts) ?? [];
    await Promise.all(asked.map((query) => parts.queries.fetchQuery({ ...query, retry: false })));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
  return page.head(parts);
}

async function render(page: Page, { address, queries, texts, options }: RenderInput): Promise<string> {
  let failed: unknown;
  const { prelude } = await prerender(
    <App
      {...{ page, queries, texts }}
      inRouter={(screens) => (
        <StaticRouter location={options.config.basePath + address.slice(1)} basename={options.config.basePath}>
          {screens}
        </StaticRouter>
      )}
    />,
    {
      signal: AbortSignal.timeout(options.timeLimitMs),
      // Parts that are larger would come after the page, to be put in their places by scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      // A part that fails would be left to the browser; the whole page is.
      onError: (error) => {
        failed ??= error;
      },
    },
  );
  if (failed !== undefined) throw failed;
  const html = await new Response(prelude).text();
  const { BASE_URL: builtBase } = import.meta.env;
  return builtBase === '/' ? html : html.replaceAll(builtBase, () => options.config.basePath);
}

interface RenderInput {
  readonly address: string;
  readonly queries: QueryClient;
  readonly texts: i18n;
  readonly options: RenderOptions;
}

const instances = new Map<Locale, Promise<i18n>>();

/** One for each language, for as long as the server runs. */
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
  return instance;
}
