// What a page is rendered with besides its data: its configuration and URL. A browser has one page; on the server each
// render has its own.
import { createContext, use } from 'react';
import { runtimeConfig, type PortalRuntimeConfig } from './runtime-config.ts';

export interface Page {
  readonly config: PortalRuntimeConfig;
  readonly origin: string;
  /** The server found no page at this path. */
  readonly unknownPath?: string | undefined;
  /** In a browser: whether the server-rendered page is still being hydrated, until `end` is called. */
  readonly hydration?: { readonly isRunning: () => boolean; readonly end: () => void };
  /** In a browser: content below the fold waits for the main picture. */
  readonly firstArt?: PromiseWithResolvers<void>;
}

export const PageContext = createContext<Page | undefined>(undefined);

export const usePage = (): Page => use(PageContext) ?? { config: runtimeConfig, origin: window.location.origin };

export const usePageConfig = (): PortalRuntimeConfig => usePage().config;
