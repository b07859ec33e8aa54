// `npm run screens`: pictures of every screen and modal, into screens/, which git ignores.
//   npm run screens                  everything
//   npm run screens -- -g "fa, 375"  only what Playwright finds by these words
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { findBrowser } from './testing/find-browser.ts';
import { root, runPackage, runProgram } from './testing/run-check.ts';

const BUILD_LIMIT_MS = 5 * 60_000;
const LIMIT_MS = 21 * 60_000;
const SPOKEN_EVERY_MS = 10_000;

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;

async function main(args: readonly string[]): Promise<boolean> {
  const folder = join(root, 'screens');
  say('Building the portal …');
  const build = await runProgram(process.execPath, ['scripts/build.mjs'], { limitMs: BUILD_LIMIT_MS });
  if (!build.ok) return fail(build.output);
  const found = await findBrowser(every((seconds) => say(`Looking for Chromium … ${seconds} s`)));
  if ('missing' in found) return fail(found.missing);

  say(`Taking pictures with ${found.path} …`);
  if (args.length === 0) rmSync(folder, { recursive: true, force: true });
  const run = await runPackage(
    '@playwright/test',
    'playwright',
    ['test', '--config', 'e2e/screens/screens.config.ts', ...args],
    {
      limitMs: LIMIT_MS,
      env: { CHROME_PATH: found.path },
      onTick: every((seconds) => say(`${seconds} s, ${count(folder)} pictures`)),
    },
  );
  if (!run.ok) return fail(run.output);
  say(`${count(folder)} pictures are in ${folder}.`);
  return true;
}

/** Calls not more often than every ten seconds. */
function every(speak: (seconds: number) => void): (elapsedMs: number) => void {
  let spokenMs = 0;
  return (elapsedMs) => {
    if (elapsedMs - spokenMs < SPOKEN_EVERY_MS) return;
    spokenMs = elapsedMs;
    speak(Math.round(elapsedMs / 1000));
  };
}

function count(folder: string): number {
  return globSync('**/*.png', { cwd: folder }).length;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(output: string): false {
  process.stderr.write(`${output.trimEnd()}\n`);
  return false;
}
