import { branding } from '#portal/runtime-config.ts';
import type { PlayerAdapter } from './adapter.ts';

/** Whether the portal's own bar is left out. */
export function isHeaderUiDisabled({ platform, hasHeaderUi }: PlayerAdapter): boolean {
  // The library makes it one type for each platform; every one of them has these options.
  const options = branding?.Adapters as Readonly<Record<string, { DisableHeaderUi: boolean } | undefined>> | undefined;
  return !hasHeaderUi || options?.[platform]?.DisableHeaderUi === true;
}
