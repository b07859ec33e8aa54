// Runs the smoke tests in Firefox and WebKit in parallel and leaves out a browser that is not installed. Playwright is
// only the test runner: it cannot drive Debian's builds of these browsers.
import { env } from 'node:process';
import { defineConfig } from '@playwright/test';
import { findFirefox, findWebkitDriver } from '../../scripts/testing/programs.ts';
import type { SmokeOptions } from './smoke-test.ts';

const firefox = findFirefox() ?? '';
const webkit = findWebkitDriver() ?? '';

export default defineConfig<object, SmokeOptions>({
  testDir: '.',
  testMatch: 'smoke.ts',
  globalSetup: './smoke-lab.ts',
  workers: 2,
  ...(env['DRILL'] === undefined && { grepInvert: /@drill/ }),
  retries: 0,
  forbidOnly: true,
  // These limits only stop tests that hang. The other browser tests run at the same time and keep the machine busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  globalTimeout: 20 * 60_000,
  outputDir: '../../test-results/other-browsers',
  reporter: [['list'], ['../../scripts/testing/playwright-counts.ts']],
  projects: [
    ...(firefox === '' ? [] : [{ name: 'firefox', use: { program: firefox, isWebkit: false } }]),
    ...(webkit === '' ? [] : [{ name: 'webkit', use: { program: webkit, isWebkit: true } }]),
  ],
});
