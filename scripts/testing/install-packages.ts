// On a Debian machine of our own: all that the checks of a whole run look for, installed at once and beside the first of them. What
// could not be had in this way each of them tries alone, and says what is wrong.
import { env } from 'node:process';

import { browserNames } from './find-browser.ts';
import { headlessShellName } from './find-headless-shell.ts';
import { otherBrowserPackages } from './find-other-browsers.ts';
import {
  canInstallDebianPackages,
  drillPackages,
  findOnPath,
  installDebianPackages,
  optionalPackages,
} from './find-program.ts';

/** @returns a few words about what came of it */
export async function installPackages(onTick: (elapsedMs: number) => void): Promise<string> {
  const missing = missingPackages();
  if (missing.length === 0) return 'all are there';
  if (!canInstallDebianPackages()) return 'not as root on Debian';
  const refusal = await installDebianPackages(missing, onTick);
  if (refusal === undefined) return `installed ${missing.join(', ')}`;
  return `not all at once, so one by one later: ${refusal.trim().split('\n').at(-1) ?? ''}`;
}

function missingPackages(): string[] {
  const named = (name: string): boolean => (env[name] ?? '') !== '';
  const hasBrowser = named('CHROME_PATH') || findOnPath(browserNames) !== undefined;
  const wanted: Readonly<Record<string, string>> = {
    ...(!named('TEST_REDIS_URL') && { 'redis-server': 'redis-server' }),
    ...(!hasBrowser && { chromium: 'chromium' }),
    ...(!named('CHROME_PATH') && { [headlessShellName]: headlessShellName }),
    ...drillPackages,
    ...optionalPackages,
    ...otherBrowserPackages,
  };
  const missing = Object.entries(wanted).filter(([program]) => findOnPath([program]) === undefined);
  // Another Firefox does as well.
  const hasFirefox = named('FIREFOX_PATH') || findOnPath(['firefox']) !== undefined;
  return [...new Set(missing.map(([, name]) => name))].filter((name) => name !== 'firefox-esr' || !hasFirefox);
}
