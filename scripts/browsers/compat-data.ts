// The browser versions that support a feature, from MDN's compatibility data. Features are identified by their paths
// there: `api.URL.parse_static`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, Identifier, SimpleSupportStatement, SupportStatement } from '@mdn/browser-compat-data';
import type { OldestBrowsers } from '#model/supported-browsers.ts';

const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
const data = JSON.parse(readFileSync(file, 'utf8')) as CompatData;

/** The feature at a path; undefined if the path does not exist or is only a group. */
export function findFeature(...path: readonly string[]): Feature | undefined {
  let at: unknown = data;
  for (const name of path) {
    // Own properties only, because programs also use names such as `constructor`.
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  const { __compat: compat } = at as Identifier;
  return compat && { name: path.join('.'), support: compat.support };
}

export function namesBelow(...path: readonly string[]): string[] {
  let at: unknown = data;
  for (const name of path) at = (at as Record<string, unknown>)[name];
  return Object.keys(at as object).filter((name) => name !== '__compat');
}

export interface Feature {
  readonly name: string;
  readonly support: Readonly<Partial<Record<keyof OldestBrowsers, SupportStatement>>>;
}

/** Replaces the version if a browser does not support the feature at all. */
export const never = 'never';

/** The browsers that are too old for a feature, each with the first version that supports it. */
export function tooOldFor(feature: Feature, oldest: OldestBrowsers): string[] {
  return Object.entries(oldest).flatMap(([browser, version]) => {
    const added = addedIn(feature.support[browser as keyof OldestBrowsers]);
    if (added !== undefined && compareVersions(added, version as string) <= 0) return [];
    return [`${browser} ${added ?? never}`];
  });
}

function addedIn(statement: SupportStatement | undefined): string | undefined {
  const all: readonly SimpleSupportStatement[] = Array.isArray(statement) ? statement : statement ? [statement] : [];
  return (
    all
      .filter(({ flags, prefix, alternative_name: other }) => !flags && !prefix && !other)
      // A partial implementation ends in the data when the full one begins; it still counts as support.
      .filter(({ version_removed: removed, partial_implementation: isPart }) => !removed || isPart)
      .map(({ version_added: added }) => (typeof added === 'string' ? added.replace('≤', '') : ''))
      .filter((added) => /^\d/.test(added))
      .toSorted(compareVersions)[0]
  );
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (const at of [0, 1, 2]) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
