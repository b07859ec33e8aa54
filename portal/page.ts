// What a page is drawn with besides its data: what it says about itself, and where it is. In a browser there is one page; on a
// server each drawing has its own.
import { createContext, use } from 'react';
import { runtimeConfig, type PortalRuntimeConfig } from './runtime-config.ts';

export interface Page {
  readonly config: PortalRuntimeConfig;
  readonly origin: string;
  /** The server has found nothing at this path. */
  readonly unknownPath?: string | undefined;
  /** In a browser: whether what the server has drawn is still being taken over, until somebody says that it has been. */
  readonly takeover?: { readonly isGoingOn: () => boolean; readonly end: () => void };
  /** In a browser: what is below the first sight waits for its art. */
  readonly firstArt?: PromiseWithResolvers<void>;
}

export const PageContext = createContext<Page | undefined>(undefined);

export const usePage = (): Page => use(PageContext) ?? { config: runtimeConfig, origin: window.location.origin };

export const usePageConfig = (): PortalRuntimeConfig => usePage().config;
