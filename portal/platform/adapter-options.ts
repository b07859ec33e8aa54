import type { Static } from 'typebox';
import type { AdapterOptions } from '#contract/config.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';

/** What the portal's configuration says about a platform. */
export function adapterOptions({ id }: Pick<PlatformEntry, 'id'>): Static<typeof AdapterOptions> | undefined {
  // The library makes it one type for each platform; every one of them has these options.
  const options = runtimeConfig.portal?.CompanyBranding.Adapters as
    | Readonly<Record<string, Static<typeof AdapterOptions> | undefined>>
    | undefined;
  return options?.[id];
}
