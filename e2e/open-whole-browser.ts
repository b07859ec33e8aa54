// A browser with all its parts, for what its headless shell lacks. So far that is one thing: notifications, which the shell
// takes and never shows.
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import { findChromium } from '#scripts/testing/programs.ts';

export function openWholeBrowser({ args = [] }: LaunchOptions): Promise<Browser> {
  const path = findChromium();
  // Without a path it is Playwright's own, of which it has both kinds.
  return chromium.launch({ args, ...(path === undefined ? { channel: 'chromium' } : { executablePath: path }) });
}
