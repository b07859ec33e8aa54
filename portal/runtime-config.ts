// What the page says about itself before the program starts. What is rendered reads it by `usePage`: on a server many pages are rendered
// at once, each with what it says of itself.
import type { PortalConfig } from '#contract/config.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';

export type PortalRuntimeConfig = RuntimeConfig<PortalConfig>;

declare global {
  interface Window {
    fxidConfig?: PortalRuntimeConfig;
  }
}

const isOnServer = typeof window === 'undefined';
const pageConfig = isOnServer ? undefined : window.fxidConfig;

export const runtimeConfig: PortalRuntimeConfig = isOnServer
  ? refuseOnServer()
  : (pageConfig ?? { routerType: 'browser', basePath: '/' });

/** The page's own origin and base path; a server on this machine when the page says nothing. */
export const apiOrigin: string = pageConfig
  ? window.location.origin + runtimeConfig.basePath.replace(/\/$/, '')
  : 'http://localhost:8080';

export const portalNameIn = ({ portal }: PortalRuntimeConfig): string => portal?.CompanyBranding.Name ?? 'FxId';

function refuseOnServer(): PortalRuntimeConfig {
  const get = (_: object, name: string | symbol): never => {
    throw new Error(
      `A page is rendered that reads ${String(name)} of the browser's configuration: portal/page.ts has it.`,
    );
  };
  return new Proxy<PortalRuntimeConfig>({ routerType: 'browser', basePath: '/' }, { get });
}
