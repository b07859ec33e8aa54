// Configuration of `npm run screens`: that of the browser tests, for files that take screenshots and test nothing.
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

export default defineConfig(base, {
  testDir: import.meta.dirname,
  testMatch: '*.screens.ts',
  globalSetup: '../make-lab-template.ts',
  // Each combination of language and width is one job, and two run in parallel.
  fullyParallel: true,
  outputDir: '../../test-results/screens',
  timeout: 10 * 60_000,
  globalTimeout: 40 * 60_000,
  reporter: [['line']],
  use: { trace: 'off', screenshot: 'off' },
});
