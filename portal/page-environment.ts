// A page's configuration and URL. A browser has one page; on the server each render has its own.
import { createContext, use } from 'react';
import { runtimeConfig, type PortalRuntimeConfig } from './runtime-config.ts';

export interface PageEnvironment {
  readonly config: PortalRuntimeConfig;
  readonly origin: string;
  readonly unknownPath?: string | undefined;
  /** Browser only: whether hydration is still running, until `end` is called. */
  readonly hydration?: { readonly isRunning: () => boolean; readonly end: () => void };
  /** Browser only: content below the fold waits for the main picture. */
  readonly firstArt?: PromiseWithResolvers<void>;
}

export const PageEnvironmentContext = createContext<PageEnvironment | undefined>(undefined);

export const usePageEnvironment = (): PageEnvironment =>
  use(PageEnvironmentContext) ?? { config: runtimeConfig, origin: window.location.origin };

export const usePageConfig = (): PortalRuntimeConfig => usePageEnvironment().config;
