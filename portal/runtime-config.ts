// The page's configuration, read before the app starts. Components use `usePage`, because a server renders many pages
// at once.
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

/** A local server if the page has no configuration. */
export const apiOrigin: string = pageConfig
  ? window.location.origin + runtimeConfig.basePath.replace(/\/$/, '')
  : 'http://localhost:8080';

export const getPortalName = ({ portal }: PortalRuntimeConfig): string => portal?.CompanyBranding.Name ?? 'FxId';

function refuseOnServer(): PortalRuntimeConfig {
  const get = (_: object, name: string | symbol): never => {
    throw new Error(
      `A page is rendered that reads ${String(name)} of the browser's configuration: portal/page-environment.ts has it.`,
    );
  };
  return new Proxy<PortalRuntimeConfig>({ routerType: 'browser', basePath: '/' }, { get });
}
