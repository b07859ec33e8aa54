// The smoke set in Firefox and WebKit, beside each other. `npm test -- --only other-browsers` finds both, and names them here; one that
// is not named is not tried. Playwright only runs it: it could drive neither of the two as Debian has them.
import { env } from 'node:process';
import { defineConfig } from '@playwright/test';
import type { SmokeOptions } from './smoke-test.ts';

const firefox = env['FIREFOX_PATH'] ?? '';
const webkit = env['WEBKIT_DRIVER_PATH'] ?? '';

export default defineConfig<object, SmokeOptions>({
  testDir: '.',
  testMatch: 'smoke.ts',
  globalSetup: './smoke-lab.ts',
  workers: 2,
  ...(env['DRILL'] === undefined && { grepInvert: /@drill/ }),
  retries: 0,
  forbidOnly: true,
  // Ends of what hangs: the other browser tests run beside it, and keep the machine busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  globalTimeout: 20 * 60_000,
  outputDir: '../../test-results/other-browsers',
  reporter: [['list'], ['json']],
  projects: [
    ...(firefox === '' ? [] : [{ name: 'firefox', use: { program: firefox, isWebkit: false } }]),
    ...(webkit === '' ? [] : [{ name: 'webkit', use: { program: webkit, isWebkit: true } }]),
  ],
});
