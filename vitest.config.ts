import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { virtualTables } from './portal/vite.config.ts';
import { LongestFirst } from './scripts/testing/longest-first.ts';
import { traceCalls } from './scripts/testing/trace-calls.ts';

// Files that may share a process: all but those that change what is there for all, measure the process, or start whole
// servers, and those that say so themselves. A clock that a file holds it also lets go.
const root = import.meta.dirname;
const changesAll =
  /In a process of its own|vi\.(?!(fn|waitFor|useFakeTimers|useRealTimers|advanceTimers\w*|setSystemTime|spyOn|restoreAllMocks|stubGlobal|unstubAllGlobals|waitUntil)\b)|globalThis|process\.(memoryUsage|chdir|on|once|env\[\W\w+\W\] =)|killable|startRelease/i;
const findShared = (...folders: readonly string[]): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.test.ts`),
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(trace|browser)\.test\.ts$/.test(path))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const holds = /vi\.(useFakeTimers|spyOn|stubGlobal)/.test(text);
      const letsGo = /useRealTimers|mockRestore|restoreAllMocks|unstubAllGlobals|using \w+ = vi\.spyOn/.test(text);
      return !changesAll.test(text) && (!holds || letsGo);
    });
const shared = findShared(
  'server',
  'model',
  'contract',
  'bridge',
  'kit',
  'identities',
  'payments',
  'platforms',
  'portal',
  'sdk',
  'lab',
  'bench',
);

export default defineConfig({
  plugins: [virtualTables()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            'dist/**',
            'data/**',
            'e2e/**',
            'conformance/**',
            '**/*.browser.test.ts',
            '**/*.trace.test.ts',
            ...shared,
          ],
        },
      },
      {
        extends: true,
        test: {
          // One process for many files: most take less time than a process to run in, and each would load the whole server anew.
          // They share its code and nothing else: whoever needs a database and an app has his own.
          name: 'shared',
          include: shared,
          isolate: false,
        },
      },
      {
        extends: true,
        // Every call is seen, so that a test can follow them.
        plugins: [traceCalls(root, /^(server|payments|kit)\/.*(?<!\.test)\.ts$/)],
        test: {
          name: 'trace',
          include: ['**/*.trace.test.ts'],
          exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          // Browser halves, in a document without a browser; journeys in a real one are in e2e/.
          name: 'browser',
          environment: 'jsdom',
          include: ['**/*.browser.test.ts'],
          isolate: false,
          exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          // What the portal draws, in a document without a browser. One process for all, which loads React once.
          name: 'components',
          environment: 'jsdom',
          include: ['**/*.test.tsx'],
          exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'e2e/**'],
          setupFiles: ['portal/testing/set-up-page.ts'],
          // What a test has drawn is thrown away after it: with more room for what is new, it is looked through less often.
          execArgv: ['--max-semi-space-size=64'],
          isolate: false,
        },
      },
    ],
    // Hundreds of small files, which every process would load one by one.
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
    sequence: { sequencer: LongestFirst },
    // Processes, not threads: the tests start databases and send signals. More of them than cores, since each waits a good
    // deal: for PostgreSQL, for servers that start, for pauses.
    pool: 'forks',
    maxWorkers: Math.min(availableParallelism() + 2, 8),
    // Ends of what hangs. A busy machine takes ten times as long as a quiet one, and nothing here is about time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    // A mistake in a name must not run everything, or nothing.
    passWithNoTests: false,
    allowOnly: false,
  },
});
