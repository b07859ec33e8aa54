// Every check of `npm test`, in the order in which they run.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { countPlaywright, countVitest, type Count, type PlaywrightReport, type VitestReport } from './count-results.ts';
import { findBrowser } from './find-browser.ts';
import { findHeadlessShell } from './find-headless-shell.ts';
import { findOtherBrowsers } from './find-other-browsers.ts';
import { drillPackages, findPrograms, optionalPackages } from './find-program.ts';
import { findRedis } from './find-redis.ts';
import { installPackages } from './install-packages.ts';
import { runPackage, runProgram, type ToolRun } from './run-check.ts';

export interface Outcome extends Count {
  readonly output: string;
  /** A few words for the line of a check that passed. */
  readonly note?: string;
}

export interface Check {
  readonly name: string;
  readonly title: string;
  /** It runs beside the check before it: neither keeps both cores busy all of the time. */
  readonly isBeside?: boolean;
  /** It runs beside all that follow, up to the check of this name, which waits for it. */
  readonly until?: string;
  run(context: Context): Promise<Outcome>;
}

interface Context {
  /** The paths that were given to narrow the run. */
  readonly paths: readonly string[];
  readonly onTick: (elapsedMs: number) => void;
}

const MINUTE_MS = 60_000;
/** Ends what hangs, and nothing that is only slow: machines differ by a factor of three. Playwright has the same limit. */
const hangMs = 40 * MINUTE_MS;

/** The compiler, which tests ask as well, spends up to a quarter of its time on collecting garbage unless it may do so less often. */
const compiler = { GOGC: process.env['GOGC'] ?? '400' };

export const checks: readonly Check[] = [
  {
    ...check('packages', 'Packages for the tests', async ({ onTick }) => ({
      ...one({ ok: true, output: '' }),
      note: await installPackages(onTick),
    })),
    until: 'redis',
  },
  check('format', 'Format', ({ onTick }) =>
    tool(['oxfmt', 'oxfmt', '--check'], 2 * MINUTE_MS, onTick).then(readSomething),
  ),
  check('lint', 'Lint', ({ onTick }) =>
    tool(['oxlint', 'oxlint', '--deny-warnings'], 4 * MINUTE_MS, onTick, compiler).then(readSomething),
  ),
  // Two parts beside each other, each checked once: several checkers of one part do much of their work twice.
  check('types', 'Types', ({ onTick }) =>
    tool(['typescript', 'tsc', '--build', '--builders', '2', '--checkers', '1'], 4 * MINUTE_MS, onTick, compiler),
  ),
  beside(check('dead-code', 'Dead code', ({ onTick }) => tool(['knip', 'knip'], 3 * MINUTE_MS, onTick))),
  beside(
    check('build', 'Portal build', async ({ onTick }) =>
      one(await runProgram(process.execPath, ['scripts/build.mjs', '--tests'], { limitMs: 5 * MINUTE_MS, onTick })),
    ),
  ),
  check('redis', 'Redis for the tests', async ({ onTick }) => {
    const found = await findRedis(onTick);
    if ('missing' in found) return one({ ok: false, output: found.missing });
    // Set here for the checks that follow.
    if ('path' in found) process.env['TEST_REDIS_SERVER'] = found.path;
    return {
      ...one({ ok: true, output: '' }),
      note: 'path' in found ? `${found.path}, ${found.how}` : 'TEST_REDIS_URL',
    };
  }),
  check('chromium', 'Chromium for the tests', async ({ onTick }) => {
    const isNamed = (process.env['CHROME_PATH'] ?? '') !== '';
    delete process.env['HEADLESS_SHELL_PATH'];
    const found = await findBrowser(onTick);
    if ('missing' in found) return one({ ok: false, output: found.missing });
    process.env['CHROME_PATH'] = found.path;
    // Whoever names a browser wants the tests to run in that one.
    if (isNamed) return { ...one({ ok: true, output: '' }), note: found.how };
    const shell = await findHeadlessShell(onTick);
    if ('path' in shell) process.env['HEADLESS_SHELL_PATH'] = shell.path;
    const shellWords = 'path' in shell ? `its headless shell, ${shell.how}` : 'no headless shell, so it takes longer';
    return { ...one({ ok: true, output: '' }), note: `${found.how}; ${shellWords}` };
  }),
  check('proxies', 'Programs of the production drill', async ({ onTick }) => {
    const missing = await findPrograms(drillPackages, onTick);
    const skipped = await findPrograms(optionalPackages, onTick);
    return {
      ...one({ ok: missing === undefined, output: missing ?? '' }),
      ...(skipped !== undefined && { note: `${skipped} Until then their tests are skipped.` }),
    };
  }),
  check('unit', 'Unit and slice tests', async ({ paths, onTick }) => {
    const [run, report] = await withReport<VitestReport>((file) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      return runPackage('vitest', 'vitest', ['run', ...reporters, ...paths], {
        limitMs: hangMs,
        onTick,
        env: compiler,
      });
    });
    return report === undefined ? one({ ...run, ok: false }) : { ...countVitest(report, run.ok), output: run.output };
  }),
  check('browser', 'Browser tests', ({ paths, onTick }) => playwright(paths, {}, onTick)),
  beside(
    check('other-browsers', 'Smoke set in Firefox and WebKit', async ({ onTick }) => {
      const { firefox = '', webkit = '', missing } = await findOtherBrowsers(onTick);
      const note = missing.length > 0 ? { note: missing.join('; ') } : {};
      if (firefox === '' && webkit === '') return { passed: 0, failed: 0, remarks: [], output: '', ...note };
      const env = { FIREFOX_PATH: firefox, WEBKIT_DRIVER_PATH: webkit };
      return { ...(await playwright(['--config', 'e2e/browsers/playwright.config.ts'], env, onTick)), ...note };
    }),
  ),
];

function check(name: string, title: string, run: Check['run']): Check {
  return { name, title, run };
}

function beside(each: Check): Check {
  return { ...each, isBeside: true };
}

async function tool(
  [name, program, ...args]: readonly [string, string, ...string[]],
  limitMs: number,
  onTick: Context['onTick'],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return one(await runPackage(name, program, args, { limitMs, onTick, env }));
}

async function playwright(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onTick: Context['onTick'],
): Promise<Outcome> {
  const [run, report] = await withReport<PlaywrightReport>((file) =>
    runPackage('@playwright/test', 'playwright', ['test', ...args], {
      limitMs: hangMs,
      onTick,
      // Node reads TypeScript by itself, in half the time that Playwright takes to rewrite it.
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PW_DISABLE_TS_ESM: '1' },
    }),
  );
  return report === undefined ? one({ ...run, ok: false }) : { ...countPlaywright(report, run.ok), output: run.output };
}

function one(run: ToolRun): Outcome {
  return { passed: run.ok ? 1 : 0, failed: run.ok ? 0 : 1, remarks: [], output: run.output };
}

// Both tools end with "… on 312 files …". One that is configured to read nothing would be content for ever.
function readSomething(outcome: Outcome): Outcome {
  const count = Number(/ on (\d+) files/.exec(outcome.output)?.[1] ?? 0);
  if (outcome.failed > 0 || count >= 20) return { ...outcome, note: `${count} files` };
  return { ...outcome, passed: 0, failed: 1, remarks: [`It read ${count} files only: look at its ignore patterns.`] };
}

async function withReport<R>(run: (file: string) => Promise<ToolRun>): Promise<[ToolRun, R | undefined]> {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-report-'));
  try {
    const file = join(folder, 'report.json');
    const result = await run(file);
    return [result, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as R) : undefined];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
