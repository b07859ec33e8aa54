// `npm test`:
//   npm test                                 every check and every test; the last line is "N passed, N failed"
//   npm test -- server/features/friends      only these unit tests, with Vitest; takes its options, such as -t "name"
//   npm test -- e2e/store.spec.ts            only these browser tests, with Playwright
//   npm test -- --only lint,types            only these checks: format, lint, types, dead-code, build, size, unit, browser, other-browsers
//   npm run test:watch -- server/features    runs tests again when a file changes
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from './setup/builds.mjs';
import { root, runCommand, setUp, showHelp } from './setup/set-up.mjs';

const args = process.argv.slice(2);

await runCommand(() => {
  if (showHelp(fileURLToPath(import.meta.url))) return 0;
  const node = setUp();
  const isBrowserTest = (path) => /^(\.\/)?e2e(\/|$)/.test(path) || path.endsWith('.spec.ts');
  if (args[0] === '--watch') return run(node, ['node_modules/vitest/vitest.mjs', 'watch', ...args.slice(1)]);
  if (args.length === 0 || args.some((arg) => arg.startsWith('--only'))) return run(node, ['scripts/test.ts', ...args]);
  if (!args.some(isBrowserTest)) return run(node, ['node_modules/vitest/vitest.mjs', 'run', ...args]);
  build(['portal', 'console', 'sdk', 'release', 'lab'], node);
  return run(node, ['node_modules/@playwright/test/cli.js', 'test', ...args]);
});

/** Runs a program to its end and resolves to its exit code. Ctrl-C reaches it from the terminal. */
function run(node, [file, ...rest]) {
  process.on('SIGINT', () => undefined);
  const env = {
    // Tests start many programs, which would each compile the same files.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
    // Programs that tests start as "node" must use this one.
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    // Node loads TypeScript itself, in half of the time that Playwright needs to compile it.
    PW_DISABLE_TS_ESM: '1',
  };
  const child = spawn(node, [join(root, file), ...rest], { cwd: root, env, stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
