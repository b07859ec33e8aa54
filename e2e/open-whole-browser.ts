// A browser with all its parts, for what its headless shell lacks. So far that is one thing: notifications, which the shell
// takes and never shows.
import { env } from 'node:process';
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';

export function openWholeBrowser({ args = [] }: LaunchOptions): Promise<Browser> {
  const path = env['CHROME_PATH'];
  // Without a path it is Playwright's own, of which it has both kinds.
  return chromium.launch({ args, ...(path === undefined ? { channel: 'chromium' } : { executablePath: path }) });
}
