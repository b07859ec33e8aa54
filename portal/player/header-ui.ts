import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { findAdapterOptions } from '#portal/platform/adapter-options.ts';

export const isHeaderUiDisabled = (entry: PlatformEntry): boolean =>
  entry.headerUi !== true || findAdapterOptions(entry)?.DisableHeaderUi === true;
