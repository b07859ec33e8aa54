import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { Locale } from '#model/locale.ts';
import type { PageHead } from '#model/rendered-page.ts';
import type { PortalRuntimeConfig } from '#portal/runtime-config.ts';

/** A page that anybody may read and search engines list. */
export interface PublicPage {
  /** As in model/portal-pages.ts. */
  readonly path: string;
  /** The source file of its screen, by which the build knows its styles; absent where they are in every page. */
  readonly screen?: string;
  /** The names in the query of its address by which it is another page: with them it is listed, kept and rendered. */
  readonly query?: readonly string[];
  /** Readers in different countries see different things, such as prices. */
  readonly perCountry?: true;
  /**
   * The queries that its screen makes. Their answers are in the page, so that it is rendered whole and the browser asks none of them
   * again. Where one answers that there is no such thing (4xx), there is no such page.
   */
  readonly ask?: (parts: PageParts) => readonly AnyQuery[];
  /** What it says of itself to others, from the answers (`queries.getQueryData`); undefined where there is no such page. */
  readonly head: (parts: PageParts) => PageHead | undefined;
}

export interface PageParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly locale: Locale;
  readonly t: TFunction;
  readonly config: PortalRuntimeConfig;
  readonly queries: QueryClient;
  /** The whole address of a page of ours, in the language of this one. */
  readonly link: (path: string) => string;
}

// Each has an answer of its own type, which nobody here reads.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyQuery = FetchQueryOptions<any, any, any, any>;
