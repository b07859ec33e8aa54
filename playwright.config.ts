import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { env, getuid } from 'node:process';

import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './scripts/testing/programs.ts';

// Without a path Playwright uses its own download.
const executablePath = findHeadlessChromium();

// Files that need their own lab settings or worker fixtures. They run last, together, because a worker that changes
// labs has to start another one.
const folder = join(import.meta.dirname, 'e2e');
const apart = globSync('*.spec.ts', { cwd: folder })
  .filter((name) => /labEnv|scope: 'worker'/.test(readFileSync(join(folder, name), 'utf8')))
  .map((name) => `**/${name}`);

// The Chromium features that Playwright turns off, except one: storage of third-party frames stays partitioned, as in
// players' browsers. Without it the full browser, unlike the headless shell, lets a game store nothing.
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: ['./e2e/make-lab-template.ts', './e2e/simplify-demo-pictures.ts'],
  // Each worker has its own browser and server, on free ports. One more than there are cores, because loading pages
  // also wait.
  workers: Math.min(availableParallelism() + 1, 4),
  // Variants of other tests run only in `npm run drills -- journeys`.
  ...(env['DRILL'] === undefined && { grepInvert: /@drill/ }),
  fullyParallel: false,
  // A flaky test counts as a failure.
  retries: 0,
  forbidOnly: true,
  // Timeouts only stop tests that hang: a busy machine is ten times slower than a quiet one.
  timeout: 300_000,
  globalTimeout: 40 * 60_000,
  expect: { timeout: 60_000 },
  outputDir: 'test-results/chromium',
  reporter: [['list'], ['./scripts/testing/playwright-counts.ts']],
  projects: [
    { name: 'chromium', testIgnore: apart },
    { name: 'apart', testMatch: apart },
  ],
  use: {
    // Also applies to events awaited during several actions, which take much longer than one.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // Tracing takes a third of the time; set TRACE=1 to investigate a failure.
    trace: env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    // Endless animations cost time; tests of motion turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        // Chromium's sandbox does not work as root; the pages are our own.
        ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${featuresOff.join()}`,
        // Containers limit /dev/shm to 64 MB.
        '--disable-dev-shm-usage',
      ],
    },
  },
});
