import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { findAdapterOptions } from '#portal/platform/adapter-options.ts';

/** Whether the portal's header is hidden over the game. */
export const isHeaderUiDisabled = (entry: PlatformEntry): boolean =>
  entry.headerUi !== true || findAdapterOptions(entry)?.DisableHeaderUi === true;
