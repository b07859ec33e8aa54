// What a page is rendered with besides its data: what it says about itself, and where it is. In a browser there is one page; on a
// server each rendering has its own.
import { createContext, use } from 'react';
import { runtimeConfig, type PortalRuntimeConfig } from './runtime-config.ts';

export interface Page {
  readonly config: PortalRuntimeConfig;
  readonly origin: string;
  /** The server has found nothing at this path. */
  readonly unknownPath?: string | undefined;
  /** In a browser: whether what the server has rendered is still being hydrated, until somebody says that it has been. */
  readonly hydration?: { readonly isRunning: () => boolean; readonly end: () => void };
  /** In a browser: what is below the first sight waits for its art. */
  readonly firstArt?: PromiseWithResolvers<void>;
}

export const PageContext = createContext<Page | undefined>(undefined);

export const usePage = (): Page => use(PageContext) ?? { config: runtimeConfig, origin: window.location.origin };

export const usePageConfig = (): PortalRuntimeConfig => usePage().config;
