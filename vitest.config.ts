// The suffix of a test file chooses its project:
//   *.test.ts            Node; many files share a process, so a file must undo what it changes globally
//   *.isolated.test.ts   Node, in a process of its own: starts whole servers, or keeps state in modules
//   *.browser.test.ts    jsdom, without React
//   *.test.tsx           jsdom, React components of the portal, and of the console in a project of its own
// Journeys in a real browser are e2e/*.spec.ts (Playwright).
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { consoleTablePlugin } from './console/virtual-tables.config.ts';
import { virtualTablePlugins } from './portal/virtual-tables.config.ts';

const exclude = [...configDefaults.exclude, 'dist/**', 'data/**', 'e2e/**', 'conformance/**'];

export default defineConfig({
  plugins: [virtualTablePlugins(), consoleTablePlugin()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/*.isolated.test.ts', '**/*.browser.test.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: ['**/*.isolated.test.ts'], exclude } },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'jsdom',
          include: ['**/*.browser.test.ts'],
          exclude,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['**/*.test.tsx'],
          exclude: [...exclude, 'console/**'],
          setupFiles: ['portal/testing/set-up-page.ts'],
          // Rendered pages are short-lived garbage: a larger young generation is collected less often.
          execArgv: ['--max-semi-space-size=64'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['console/**/*.test.tsx'],
          exclude,
          setupFiles: ['console/testing/set-up-page.ts'],
          execArgv: ['--max-semi-space-size=64'],
          isolate: false,
        },
      },
    ],
    // These packages consist of hundreds of small files, which every process would load one by one.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: ['typebox', 'typebox/value', 'typebox/schema', 'typebox/compile', 'kysely', 'kysely/migration'],
        },
      },
    },
    setupFiles: ['scripts/testing/wait-long.ts'],
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['server/testing/global-setup.ts'],
    // Restores spies after each test, because files share a process.
    restoreMocks: true,
    // Processes instead of threads: tests start databases and send signals. More processes than cores, because tests
    // often wait.
    pool: 'forks',
    maxWorkers: Math.min(availableParallelism() + 2, 8),
    // These limits only stop tests that hang: a busy machine is ten times slower than a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    // A mistyped path must fail.
    passWithNoTests: false,
    allowOnly: false,
  },
});
