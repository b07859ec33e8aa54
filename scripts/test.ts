// All checks and tests, called by scripts/test.mjs. The last line is "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { testCountsVariable, applyFailureRules, type TestCounts } from './testing/counts.ts';
import { findFirefox, findWebkitDriver, installPrograms } from './testing/programs.ts';
import { runPackage, runProgram, type ProgramResult } from './testing/run-program.ts';

const isCi = (process.env['CI'] ?? '') !== '';
// The compiler then collects garbage less often and is a quarter faster.
const compilerEnv = { GOGC: process.env['GOGC'] ?? '400' };

const { values, positionals: paths } = parseArgs({
  options: { only: { type: 'string', multiple: true } },
  allowPositionals: true,
});

const checks: Readonly<Record<string, () => Promise<TestCounts>>> = {
  format: () => check(runPackage('oxfmt', 'oxfmt', ['--check'])),
  lint: () => check(runPackage('oxlint', 'oxlint', ['--deny-warnings'], { env: compilerEnv })),
  types: () =>
    check(runPackage('typescript', 'tsc', ['--build', '--builders', '2', '--checkers', '1'], { env: compilerEnv })),
  'dead-code': () => check(runPackage('knip', 'knip', [])),
  build: () => check(runProgram(process.execPath, ['scripts/build.mjs', 'portal', 'console', 'sdk', 'release', 'lab'])),
  size: () => check(runProgram(process.execPath, ['scripts/check-sizes.mjs'])),
  unit: () =>
    runTests('vitest', 'vitest', [
      'run',
      '--reporter=default',
      '--reporter=scripts/testing/vitest-counts.ts',
      ...paths,
    ]),
  browser: () => runTests('@playwright/test', 'playwright', ['test', ...paths]),
  'other-browsers': runOtherBrowsers,
};

process.exitCode = await main();

async function main(): Promise<number> {
  const only = (values.only ?? []).flatMap((names) => names.split(','));
  const unknown = only.filter((name) => !(name in checks));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(checks).join(', ')}.\n`);
    return 1;
  }
  const missing = only.length === 0 ? await installPrograms() : undefined;
  if (missing !== undefined) process.stdout.write(`Some tests will be skipped. ${missing}\n`);
  let passed = 0;
  let failed = 0;
  const broken: string[] = [];
  const failures: string[] = [];
  for (const [name, run] of Object.entries(checks)) {
    if (only.length > 0 && !only.includes(name)) continue;
    process.stdout.write(`${name} …\n`);
    const startedMs = performance.now();
    const counts = await run();
    passed += counts.passed;
    failed += counts.failed;
    failures.push(...counts.failures);
    if (counts.failed > 0) broken.push(name);
    for (const skipped of counts.skipped) process.stdout.write(`Skipped: ${skipped}\n`);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    process.stdout.write(`${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)\n`);
  }
  if (broken.length > 0) process.stdout.write(`\nFailed: npm test -- --only ${broken.join(',')}\n`);
  for (const failure of failures) process.stdout.write(`  ${failure}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function check(run: Promise<ProgramResult>): Promise<TestCounts> {
  const { ok, output } = await run;
  if (!ok) process.stdout.write(`${output.trimEnd()}\n`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: [], skipped: [] };
}

async function runTests(
  name: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-counts-'));
  const file = join(folder, 'counts.json');
  try {
    const { ok } = await runPackage(name, program, args, {
      env: { ...compilerEnv, ...env, [testCountsVariable]: file },
      isShown: true,
    });
    return applyFailureRules(
      JSON.parse(readFileSync(file, { encoding: 'utf8', flag: 'a+' }) || 'null') ?? undefined,
      ok,
      isCi,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runOtherBrowsers(): Promise<TestCounts> {
  const [firefox, webkit] = [findFirefox(), findWebkitDriver()];
  const skipped = [
    ...(firefox === undefined ? ['the smoke set in Firefox (not installed: firefox-esr)'] : []),
    ...(webkit === undefined ? ['the smoke set in WebKit (not installed: webkit2gtk-driver xvfb openbox)'] : []),
  ];
  if (skipped.length === 2) return { passed: 0, failed: isCi ? 2 : 0, failures: [], skipped };
  const counts = await runTests('@playwright/test', 'playwright', [
    'test',
    '--config',
    'e2e/browsers/playwright.config.ts',
  ]);
  return { ...counts, failed: counts.failed + (isCi ? skipped.length : 0), skipped: [...counts.skipped, ...skipped] };
}
