import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { Locale } from '#model/locale.ts';
import type { PageHead } from '#model/rendered-page.ts';
import type { PortalRuntimeConfig } from '#portal/runtime-config.ts';

/** A public page, listed by search engines. */
export interface PublicPage {
  /** As in model/portal-pages.ts. */
  readonly path: string;
  /** The source file of its screen, by which the build finds its styles; absent if they are in every page. */
  readonly screen?: string;
  /** The query parameters that make a different page: with them it is listed, cached and rendered. */
  readonly query?: readonly string[];
  /** The content depends on the visitor's country, such as prices. */
  readonly perCountry?: true;
  /**
   * The queries of its screen. Their results are embedded in the page, so that it renders completely and the browser
   * does not repeat them. If one fails with 4xx, the page does not exist.
   */
  readonly ask?: (parts: PageHeadContext) => readonly AnyQuery[];
  /** The page's metadata, from the results (`queries.getQueryData`); undefined if the page does not exist. */
  readonly head: (parts: PageHeadContext) => PageHead | undefined;
}

export interface PageHeadContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly locale: Locale;
  readonly t: TFunction;
  readonly config: PortalRuntimeConfig;
  readonly queries: QueryClient;
  /** The full URL of a page of ours, in the language of this one. */
  readonly link: (path: string) => string;
}

// Each query has its own result type, which is not used here.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyQuery = FetchQueryOptions<any, any, any, any>;
