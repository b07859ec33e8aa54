// The interface between the server and the portal's server-side rendering code.
import type { Locale } from './locale.ts';
import type { RuntimeConfig } from './runtime-config.ts';

/** The title and metadata for browsers, search engines and link previews, not yet escaped. */
export interface PageHead {
  readonly title: string;
  readonly description?: string | undefined;
  readonly image?:
    | { readonly url: string; readonly alt: string; readonly width?: number; readonly height?: number }
    | undefined;
  readonly type?: 'website' | 'article' | undefined;
  /**
   * Structured data in the schema.org vocabulary, each object without `@context`. URLs are absolute or paths of the
   * portal.
   */
  readonly structuredData?: readonly object[];
}

export interface PageState {
  /** The path, without the base path, and the language of the rendered page. */
  readonly path: string;
  readonly locale: Locale;
  readonly isUnknown?: true;
  readonly queries: unknown;
}

export interface RenderedPage {
  readonly status: 200 | 404;
  readonly head: PageHead;
  readonly html: string;
  readonly state: PageState;
  /** The source file of the screen. The build uses it to find the screen's styles. */
  readonly screen: string | undefined;
}

export interface PageRenderOptions {
  readonly locale: Locale;
  readonly config: RuntimeConfig;
  readonly origin: string;
  readonly send: (
    url: string,
    init: { method: string; headers: Record<string, string>; body?: string },
  ) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;
  readonly timeLimitMs: number;
  readonly headOnly?: boolean;
}

export interface PageRenderer {
  /** @param address path and query, without the base path */
  readonly renderPage: (address: string, options: PageRenderOptions) => Promise<RenderedPage>;
  readonly findPublicAddress: (address: string) => PublicPageAddress | undefined;
}

export interface PublicPageAddress {
  /** The path plus the query parameters that the page uses. Pages with the same address are identical. */
  readonly address: string;
  readonly isPerCountry: boolean;
}

/** A page with one of these query parameters is rendered only in the browser. */
export const browserRenderedQueryParams: readonly string[] = ['game', 'adapter', 'modal'];
