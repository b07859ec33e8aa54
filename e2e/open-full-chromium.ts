// Opens the full Chromium for notifications: the headless shell accepts them but never shows them.
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import { findChromium } from '#scripts/testing/programs.ts';

export function openFullChromium({ args = [] }: LaunchOptions): Promise<Browser> {
  const path = findChromium();
  // Without a path Playwright uses its own download, which includes both browsers.
  return chromium.launch({ args, ...(path === undefined ? { channel: 'chromium' } : { executablePath: path }) });
}
