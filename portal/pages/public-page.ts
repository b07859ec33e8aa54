import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { Locale } from '#model/locale.ts';
import type { PageHead } from '#model/rendered-page.ts';
import type { PortalRuntimeConfig } from '#portal/runtime-config.ts';

export interface PublicPage {
  readonly path: string;
  /** The screen's source file, by which the build finds its styles; absent if they are in every page. */
  readonly screen?: string;
  /** Query parameters that make it a different page. */
  readonly query?: readonly string[];
  readonly perCountry?: true;
  /**
   * The queries of its screen. Their results are embedded in the page. If one fails with 4xx, the page does not exist.
   */
  readonly ask?: (parts: PageHeadContext) => readonly AnyQuery[];
  /** The page's metadata, from the query results; undefined if the page does not exist. */
  readonly head: (parts: PageHeadContext) => PageHead | undefined;
}

export interface PageHeadContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly locale: Locale;
  readonly t: TFunction;
  readonly config: PortalRuntimeConfig;
  readonly queries: QueryClient;
  /** The full URL of one of our pages, in the current language. */
  readonly link: (path: string) => string;
}

// Each query has its own result type, which is not used here.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyQuery = FetchQueryOptions<any, any, any, any>;
