import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'e2e/**', '**/*.browser.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Browser halves, in a document without a browser; journeys in a real one are in e2e/.
          name: 'browser',
          environment: 'jsdom',
          include: ['**/*.browser.test.ts'],
          exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'e2e/**'],
        },
      },
    ],
    globalSetup: ['server/testing/global-setup.ts'],
    // Processes, not threads: the tests start databases and send signals. Two of them, since each waits a good deal for
    // PostgreSQL and the smallest machine has two cores.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    // A mistake in a name must not run everything, or nothing.
    passWithNoTests: false,
    allowOnly: false,
  },
});
