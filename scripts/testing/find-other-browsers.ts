// The browsers of the smoke set besides Chromium: those that are installed, or Debian's packages. Nobody has to have them: what is
// missing is said, and the rest is tried.
import { canInstallDebianPackages, findOnPath, findPrograms } from './find-program.ts';

/** Their programs, each with the Debian package that holds it. */
const firefox = { 'firefox-esr': 'firefox-esr' };
const webkit = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb', openbox: 'openbox' };
export const otherBrowserPackages: Readonly<Record<string, string>> = { ...firefox, ...webkit };

export interface OtherBrowsers {
  /** Firefox itself. */
  readonly firefox?: string;
  /** The driver of WebKit, beside which the rest is there, too. */
  readonly webkit?: string;
  /** What is not tried, and what to do. */
  readonly missing: readonly string[];
}

export async function findOtherBrowsers(onTick: (elapsedMs: number) => void): Promise<OtherBrowsers> {
  // Another Firefox does as well, where it is installed.
  const installed = process.env['FIREFOX_PATH'] || findOnPath(['firefox-esr', 'firefox']);
  const noFirefox = installed === undefined ? await lacking('Firefox', firefox, onTick) : undefined;
  const noWebkit = await lacking('WebKit', webkit, onTick);
  const [foundFirefox, foundWebkit] = [installed ?? findOnPath(['firefox-esr']), findOnPath(['WebKitWebDriver'])];
  return {
    ...(foundFirefox !== undefined && { firefox: foundFirefox }),
    ...(foundWebkit !== undefined && noWebkit === undefined && { webkit: foundWebkit }),
    missing: [noFirefox, noWebkit].filter((words) => words !== undefined),
  };
}

async function lacking(
  name: string,
  packages: Readonly<Record<string, string>>,
  onTick: (elapsedMs: number) => void,
): Promise<string | undefined> {
  if ((await findPrograms(packages, onTick)) === undefined) return undefined;
  const remedy = `install ${Object.values(packages).join(', ')}`;
  return canInstallDebianPackages()
    ? `NOT TRIED in ${name}, whose packages could not be installed: ${remedy}`
    : `NOT TRIED in ${name}: ${remedy}`;
}
