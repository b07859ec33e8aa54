import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { adapterOptions } from '#portal/platform/adapter-options.ts';

/** Whether the portal's own bar is left out. */
export const isHeaderUiDisabled = (entry: PlatformEntry): boolean =>
  entry.headerUi !== true || adapterOptions(entry)?.DisableHeaderUi === true;
