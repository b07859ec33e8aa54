// The configuration of `npm run screens`: the browser tests' own, for files that take pictures and test nothing.
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

export default defineConfig(base, {
  testDir: import.meta.dirname,
  testMatch: '*.screens.ts',
  // With the pictures of the games as they are.
  globalSetup: '../make-lab-template.ts',
  // One language in one width at a time, and two of them beside each other.
  fullyParallel: true,
  outputDir: '../../test-results/screens',
  timeout: 4 * 60_000,
  globalTimeout: 20 * 60_000,
  reporter: [['line']],
  use: { trace: 'off', screenshot: 'off' },
});
