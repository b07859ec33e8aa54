// Finds the programs that some tests need besides Node, and installs them on Debian as root.
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { runProgram } from './run-program.ts';

const onLinux = process.platform === 'linux';

const debianPackages = {
  'redis-server': 'redis-server',
  pgbouncer: 'pgbouncer',
  // Only for drills; the tests use the PostgreSQL from npm.
  postgresql: 'postgresql',
  patroni: 'patroni',
  etcd: 'etcd-server',
  prometheus: 'prometheus',
  nginx: 'nginx',
  haproxy: 'haproxy',
  // Its version 18 has the HTTP interface of today's ClickHouse.
  'clickhouse-server': 'clickhouse-server',
  openssl: 'openssl',
  mcs: 'mono-mcs',
  mono: 'mono-runtime',
  chromium: 'chromium',
  // A third faster than Chromium with a window.
  'chromium-headless-shell': 'chromium-headless-shell',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  openbox: 'openbox',
  ...(onLinux && {
    ip: 'iproute2',
    unshare: 'util-linux',
    setpriv: 'util-linux',
    mount: 'mount',
    faketime: 'faketime',
  }),
};

/** An S3 server. Debian has none of its size, and its 100 packages are too many for a dependency. */
const s3ServerPackage = 's3rver@3.7.1';

export const findS3Server = (): string | undefined => findOnPath('s3rver');

export const describeMissingS3Server = (): string | undefined =>
  findS3Server() === undefined ? `not installed: npm install --global ${s3ServerPackage}` : undefined;

export type TestProgram = keyof typeof debianPackages;

const onlyForDrills: ReadonlySet<string> = new Set(['postgresql', 'patroni', 'etcd', 'prometheus']);

const testPrograms = (Object.keys(debianPackages) as TestProgram[]).filter((name) => !onlyForDrills.has(name));

export const drillPrograms: readonly TestProgram[] = [
  'nginx',
  'haproxy',
  'openssl',
  'redis-server',
  ...(onLinux ? (['ip', 'unshare', 'setpriv', 'mount', 'faketime'] as const) : []),
];

export function findOnPath(...names: readonly string[]): string | undefined {
  // /usr/sbin is not on every user's path.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'].filter((each) => each !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** The program in CHROME_PATH, Chromium or Chrome; if undefined, Playwright uses its own download. */
export function findChromium(): string | undefined {
  const installed = findOnPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  return process.env['CHROME_PATH'] || (installed ?? chromiumPlaces.find(isProgram));
}

/** The browser of most browser tests: the one in CHROME_PATH, else the faster headless shell, else Chromium. */
export function findHeadlessChromium(): string | undefined {
  return process.env['CHROME_PATH'] || (findOnPath('chromium-headless-shell') ?? findChromium());
}

export function findFirefox(): string | undefined {
  return process.env['FIREFOX_PATH'] || findOnPath('firefox-esr', 'firefox');
}

/** WebKit's WebDriver, if its requirements are installed too. */
export function findWebkitDriver(): string | undefined {
  return describeMissingPrograms('WebKitWebDriver', 'Xvfb', 'openbox') === undefined
    ? findOnPath('WebKitWebDriver')
    : undefined;
}

/**
 * The reason for skipping a test, for `skip(missing !== undefined, missing)`; undefined if all programs are installed.
 */
export function describeMissingPrograms(...programs: readonly TestProgram[]): string | undefined {
  const missing = programs.filter((name) => findOnPath(name) === undefined).map((name) => debianPackages[name]);
  return missing.length === 0 ? undefined : `not installed: apt-get install ${[...new Set(missing)].join(' ')}`;
}

/** Installs missing programs, only as root on Debian. Returns the reason if a program is still missing. */
export async function installPrograms(programs: readonly TestProgram[] = testPrograms): Promise<string | undefined> {
  return (await installDebianPrograms(programs)) ?? (programs === testPrograms ? installS3Server() : undefined);
}

/** Returns the reason if it is still missing. */
export async function installS3Server(): Promise<string | undefined> {
  if (findS3Server() !== undefined) return undefined;
  if (!isRootOnDebian()) return describeMissingS3Server();
  const options = ['--global', '--prefix', '/usr/local', '--ignore-scripts', '--no-audit', '--no-fund'];
  const install = await runProgram('npm', ['install', ...options, s3ServerPackage], {});
  return install.ok ? undefined : install.output;
}

async function installDebianPrograms(programs: readonly TestProgram[]): Promise<string | undefined> {
  const missing = programs.filter((name) => findOnPath(name) === undefined && !hasOther(name));
  if (missing.length === 0) return undefined;
  if (!isRootOnDebian()) return describeMissingPrograms(...missing);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const update = await runProgram('apt-get', ['update'], options);
  const names = [...new Set(missing.map((name) => debianPackages[name] ?? name))];
  const install = await runProgram('apt-get', ['install', '--yes', '--no-install-recommends', ...names], options);
  return install.ok ? undefined : `${update.output}${install.output}`;
}

const chromiumPlaces = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function hasOther(name: TestProgram): boolean {
  if (name === 'chromium') return findChromium() !== undefined;
  if (name === 'chromium-headless-shell') return (process.env['CHROME_PATH'] ?? '') !== '';
  return name === 'firefox-esr' && findFirefox() !== undefined;
}

function isProgram(path: string): boolean {
  if (!existsSync(path) || !statSync(path).isFile()) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return false;
    throw error;
  }
}

function isRootOnDebian(): boolean {
  const release = '/etc/os-release';
  return process.getuid?.() === 0 && existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'));
}
