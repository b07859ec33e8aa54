import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { env, getuid } from 'node:process';

import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './scripts/testing/programs.ts';

// Without one Playwright looks for its own download.
const executablePath = findHeadlessChromium();

// Files whose workers are not like those of the others: a lab with settings of its own, or pages of their own. They come
// last, together, because a worker that goes over from one lab to another starts that one anew.
const folder = join(import.meta.dirname, 'e2e');
const apart = globSync('*.spec.ts', { cwd: folder })
  .filter((name) => /labEnv|scope: 'worker'/.test(readFileSync(join(folder, name), 'utf8')))
  .map((name) => `**/${name}`);

// What Playwright turns off in Chromium, but for one: frames of another site keep what they save apart from everybody else's, as
// in the browsers of players. Without it the whole browser, unlike its headless shell, lets a game save nothing.
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
  globalSetup: ['./e2e/make-lab-template.ts', './e2e/plain-art.ts'],
  // Each has a browser and a server of its own, on ports the system chooses. One more than there are cores, since a page that
  // loads waits as well.
  workers: Math.min(availableParallelism() + 1, 4),
  // Variants of what other journeys show are for `npm run drills -- journeys`, which goes all of the ways.
  ...(env['DRILL'] === undefined && { grepInvert: /@drill/ }),
  fullyParallel: false,
  // A test that passes only sometimes is broken, and must look so.
  retries: 0,
  forbidOnly: true,
  // Ends of what hangs. A busy machine takes ten times as long as a quiet one, and nothing here is about time.
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
    // Also of an event that is waited for from before a whole journey, which takes much longer than one action.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // Recording every step costs a third of the time: TRACE=1 where a failure has to be looked into.
    trace: env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    // What moves for ever costs, too; tests of motion ask for it themselves.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        // Chromium refuses its sandbox to root; the pages are our own.
        ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${featuresOff.join()}`,
        // Containers give /dev/shm 64 MB only.
        '--disable-dev-shm-usage',
      ],
    },
  },
});
