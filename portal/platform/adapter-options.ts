import type { Static } from 'typebox';
import type { AdapterOptions } from '#contract/config.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';

export function findAdapterOptions({ id }: Pick<PlatformEntry, 'id'>): Static<typeof AdapterOptions> | undefined {
  // The generated type differs per platform, but each of them has these options.
  const options = runtimeConfig.portal?.CompanyBranding.Adapters as
    | Readonly<Record<string, Static<typeof AdapterOptions> | undefined>>
    | undefined;
  return options?.[id];
}
