// What the portal's program for the server makes of an address, and what the server gives it to work with. The program is built
// with the portal and loaded by the server; this is all that they know of each other.
import type { Locale } from './locale.ts';
import type { RuntimeConfig } from './runtime-config.ts';

/** What others are told of a page: search engines, link previews, the tab. Plain text; whoever writes it down escapes it. */
export interface PageHead {
  readonly title: string;
  readonly description?: string | undefined;
  /** With its size where that is known. */
  readonly image?:
    | { readonly url: string; readonly alt: string; readonly width?: number; readonly height?: number }
    | undefined;
  /** The kind of thing it is about, in the words of Open Graph. */
  readonly type?: 'website' | 'article' | undefined;
  /** Facts in the words of schema.org, each without its `@context`. Addresses in them are paths of ours or whole. */
  readonly facts?: readonly object[];
}

/** What the browser goes on with. */
export interface PageState {
  /** The path, without the base path, and the language that it was rendered for. */
  readonly path: string;
  readonly locale: Locale;
  readonly isUnknown?: true;
  /** The answers, as the library of queries writes them down. */
  readonly queries: unknown;
}

export interface RenderedPage {
  readonly status: 200 | 404;
  readonly head: PageHead;
  readonly html: string;
  readonly state: PageState;
  /** The source file of the screen, by which the build knows its styles. */
  readonly screen: string | undefined;
}

export interface RenderOptions {
  readonly locale: Locale;
  readonly config: RuntimeConfig;
  /** Of the portal's public address. */
  readonly origin: string;
  /** Answers calls that anybody may make. */
  readonly send: (
    url: string,
    init: { method: string; headers: Record<string, string>; body?: string },
  ) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;
  /** After this the rendering is given up. */
  readonly timeLimitMs: number;
  /** Only the head is wanted: the browser renders. */
  readonly headOnly?: boolean;
}

/** The program, as its file exports it. */
export interface PagesProgram {
  /** @param address path and query, without the base path */
  readonly renderPage: (address: string, options: RenderOptions) => Promise<RenderedPage>;
  /** Undefined: the table of public pages has no such address. */
  readonly findPublicAddress: (address: string) => PublicAddress | undefined;
}

export interface PublicAddress {
  /** The path with as much of the query as the page goes by: two with the same one are the same page. */
  readonly address: string;
  /** Readers in different countries see different things. */
  readonly isPerCountry: boolean;
}

/** Of the query these decide what is rendered before anything is known of the reader: such a page is rendered in the browser. */
export const renderedInBrowser: readonly string[] = ['game', 'adapter', 'modal'];
