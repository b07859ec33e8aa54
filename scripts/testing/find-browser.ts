// The Chromium of the browser tests: the one named, one that is installed, Debian's package, or Playwright's download.
import { chromium } from '@playwright/test';

import { canInstallDebianPackages, findOnPath, installDebianPackages, isProgram, type Found } from './find-program.ts';
import { runPackage, runProgram } from './run-check.ts';

export const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const OTHER_PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const DOWNLOAD_LIMIT_MS = 5 * 60_000;
const REMEDY = 'Install Chromium or Chrome, or name one in CHROME_PATH, and run npm test again.';

export async function findBrowser(onTick: (elapsedMs: number) => void): Promise<Found> {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') {
    return isProgram(named)
      ? proven(named, 'CHROME_PATH')
      : { missing: `CHROME_PATH names ${named}, which is no program. ${REMEDY}` };
  }
  const installed = findOnPath(browserNames) ?? OTHER_PLACES.find(isProgram);
  if (installed !== undefined) return proven(installed, 'installed');

  const refusals: string[] = [];
  if (canInstallDebianPackages()) {
    const refusal = await installDebianPackages(['chromium'], onTick);
    const path = findOnPath(browserNames);
    if (path !== undefined) return proven(path, "Debian's package");
    refusals.push(refusal ?? 'apt-get installed the package chromium, but no such program is on the PATH.');
  }
  if (!isProgram(chromium.executablePath())) {
    const download = await runPackage('@playwright/test', 'playwright', ['install', 'chromium'], {
      limitMs: DOWNLOAD_LIMIT_MS,
      onTick,
    });
    if (!download.ok)
      return {
        missing: [...refusals, download.output, `No Chromium was found, and none could be had. ${REMEDY}`].join('\n'),
      };
  }
  return proven(chromium.executablePath(), "Playwright's download");
}

// A browser that lacks a library is found here, in words, and not as a time-out in every test.
async function proven(path: string, how: string): Promise<Found> {
  const run = await runProgram(path, ['--version', '--no-sandbox'], { limitMs: 60_000 });
  if (!run.ok) return { missing: `${run.output}\n${path} (${how}) does not run. ${REMEDY}` };
  return { path, how: `${run.output.trim().split('\n').at(-1) ?? 'unknown version'}, ${how}` };
}
