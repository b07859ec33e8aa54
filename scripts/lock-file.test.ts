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
  'create the lock file again: copy package.json and .npmrc into an empty folder and run npm install --package-lock-only there';

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

describe('the lock file', () => {
  it('has the native packages of every platform', () => {
    const natives = entries.flatMap(([owner, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => PLATFORMS.includes(platformOf(name) ?? ''))
        .map((name) => ({ name, owner })),
    );
    // Node, PostgreSQL, the compiler, the bundler and others, for five platforms each.
    expect(natives.length).toBeGreaterThanOrEqual(9 * PLATFORMS.length);
    expect(
      natives.filter(({ name }) => lock.packages[`node_modules/${name}`]?.integrity === undefined),
      REMEDY,
    ).toEqual([]);
  });

  it('has a checksum for every package', () => {
    const packages = entries.filter(([path, entry]) => path.startsWith('node_modules/') && entry.link !== true);
    expect(packages.length).toBeGreaterThan(200);
    expect(
      packages.filter(([, entry]) => entry.integrity?.startsWith('sha512-') !== true).map(([path]) => path),
    ).toEqual([]);
  });

  it('has no addresses, so that any registry can serve it', () => {
    expect(
      entries.filter(([, entry]) => entry.resolved !== undefined && entry.link !== true).map(([path]) => path),
    ).toEqual([]);
  });
});

function platformOf(name: string): string | undefined {
  const match = NATIVE.exec(name);
  return match === null ? undefined : `${match[1]?.startsWith('win') ? 'win32' : match[1]}-${match[2]}`;
}
