// What the page says about itself before the program starts.
import type { PortalConfig } from '#contract/config.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';

export type PortalRuntimeConfig = RuntimeConfig<PortalConfig>;

declare global {
  interface Window {
    fxidConfig?: PortalRuntimeConfig;
  }
}

const pageConfig = window.fxidConfig;

export const runtimeConfig: PortalRuntimeConfig = pageConfig ?? { routerType: 'browser', basePath: '/' };

/** The page's own origin and base path; a server on this machine when the page says nothing. */
export const apiOrigin: string = pageConfig
  ? window.location.origin + runtimeConfig.basePath.replace(/\/$/, '')
  : 'http://localhost:8080';

export const branding = runtimeConfig.portal?.CompanyBranding;
export const portalName: string = branding?.Name ?? 'FxId';
