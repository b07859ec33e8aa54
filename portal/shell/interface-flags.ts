import type { AdapterOptions, InterfaceFlags, PublicGameConfig } from '#contract/config.ts';
import type { PortalRuntimeConfig } from '#portal/runtime-config.ts';

export interface VisibleInterface {
  readonly headerLogin: boolean;
  readonly profileSettings: boolean;
  readonly webPlayLogin: boolean;
}

/**
 * Which parts of the interface are shown, as configured for the platform and the game.
 * @param adapter the platform's name in URLs
 */
export function readInterfaceFlags(
  adapter: string,
  config: PortalRuntimeConfig,
  game?: Pick<PublicGameConfig, 'Interface'>,
): VisibleInterface {
  // The generated type differs per platform, but each of them has these options.
  const portal = config.portal?.CompanyBranding.Adapters as ByPlatform<AdapterOptions>;
  const { HeaderLogin, ProfileSettings, WebPlayLogin }: InterfaceFlags = {
    ...ofAdapter(portal, adapter),
    ...ofAdapter(game?.Interface as ByPlatform<InterfaceFlags>, adapter),
  };
  return {
    headerLogin: HeaderLogin ?? true,
    profileSettings: ProfileSettings ?? true,
    webPlayLogin: WebPlayLogin ?? false,
  };
}

type ByPlatform<V> = Readonly<Record<string, V>> | undefined;

const ofAdapter = <V>(set: ByPlatform<V>, adapter: string): V | undefined =>
  Object.entries(set ?? {}).find(([id]) => id.toLowerCase() === adapter)?.[1];
