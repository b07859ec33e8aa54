// Finds what a built script or style sheet uses and the oldest supported browsers lack, by MDN's compatibility data.
// Types are unknown here, so a method counts as unsupported only if every interface with that name lacks it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, Identifier, SupportStatement } from '@mdn/browser-compat-data';
import type { MinBrowserVersions } from '#model/supported-browsers.ts';

const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
const { api, css, javascript } = JSON.parse(readFileSync(file, 'utf8')) as CompatData;
const builtins = javascript.builtins ?? {};

/** The names of the unsupported features, such as `URL.parse`, `.toSorted()` and `text-wrap: balance`. */
export function findUnsupported(text: string, kind: 'script' | 'style', oldest: MinBrowserVersions): string[] {
  const found = kind === 'script' ? featuresOfScript(text) : featuresOfStyle(text);
  return (
    [...found]
      .filter(([, features]) => features.length > 0 && !features.some((feature) => isSupported(feature, oldest)))
      // If some browser never supported a feature that is known by name only, the name is more likely our own.
      .filter(([name, features]) => /^[A-Z]/.test(name) || features.some((feature) => isSupported(feature, latest)))
      .map(([name]) => name)
  );
}

type Features = Map<string, readonly Identifier[]>;

const latest: MinBrowserVersions = { chrome: '999', edge: '999', firefox: '999', safari: '999', safari_ios: '999' };

function isSupported({ __compat: compat }: Identifier, oldest: MinBrowserVersions): boolean {
  return Object.entries(oldest).every(([browser, version]) => {
    const statement: SupportStatement | undefined = compat?.support[browser as keyof MinBrowserVersions];
    return [statement ?? []].flat().some(
      ({
        version_added: added,
        version_removed: removed,
        partial_implementation: isPart,
        flags,
        prefix,
        alternative_name: other,
      }) =>
        // A partial implementation ends in the data when the full one begins; it still counts as support.
        typeof added === 'string' &&
        added !== 'preview' &&
        !flags &&
        !prefix &&
        !other &&
        (!removed || isPart) &&
        compareVersions(added.replace('≤', ''), version as string) <= 0,
    );
  });
}

const compareVersions = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

const at = (parent: Identifier | undefined, ...path: readonly string[]): Identifier[] => {
  let found = parent;
  // Own properties only, because programs also use names such as `constructor`.
  for (const name of path) found = found && Object.hasOwn(found, name) ? found[name] : undefined;
  return found?.__compat ? [found] : [];
};

const instances: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  location: 'Location',
  history: 'History',
  screen: 'Screen',
  performance: 'Performance',
  crypto: 'Crypto',
};

/** Every member of every interface, by name. */
const members = Map.groupBy(
  [api, builtins, builtins['Intl'] ?? {}].flatMap((area) =>
    Object.values(area).flatMap((type) => Object.entries(type as Identifier).filter(([name]) => name !== '__compat')),
  ),
  ([name]) => name.replace(/_static$/, ''),
);

// What the script tests for is not needed.
const TESTED =
  /typeof\s+(?:\w+\.)*(\w+)|["'`](\w+)["'`]\s*in\b|(\w+)(?=\s*(?:&&|\|\||\?))|(?:if\s*\(|!|&&|\|\|)\s*(?:\w+\.)*(\w+)\s*\)|(\w+)\s*[!=]==?\s*(?:undefined|null|void)/g;

function featuresOfScript(code: string): Features {
  const tested = new Set([...code.matchAll(TESTED)].flatMap((match) => match.slice(1)));
  const features: Features = new Map();
  for (const [, name = ''] of code.matchAll(/(?<![\w.$])([A-Z]\w+)(?=[.(])/g))
    if (!tested.has(name)) features.set(name, [...at(builtins, name), ...at(api, name)]);
  for (const [, owner = '', name = ''] of code.matchAll(/(?<![\w.$])(\w+)\.(\w+)(?=[.(])/g)) {
    if (tested.has(name) || tested.has(owner)) continue;
    const type = instances[owner] ?? owner;
    const own = [...at(builtins, type, name), ...at(api, type, `${name}_static`), ...at(api, type, name)];
    if (own.length > 0) features.set(`${type}.${name}`, own);
  }
  for (const [, name = ''] of code.matchAll(/\.(\w+)\(/g))
    if (!tested.has(name))
      features.set(
        `.${name}()`,
        (members.get(name) ?? []).map(([, feature]) => feature as Identifier),
      );
  return features;
}

function featuresOfStyle(text: string): Features {
  const features: Features = new Map();
  // Rules in `@supports` are tested for. They are minified, with rules but no further groups inside.
  const plain = text
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""')
    .replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\}/g, '');
  const { 'at-rules': rules, selectors, properties, types } = css as Readonly<Record<string, Identifier>>;
  for (const [, name = ''] of plain.matchAll(/@([a-z-]+)/g)) features.set(`@${name}`, at(rules, name));
  for (const [, selector = ''] of plain.matchAll(/(?:^|[{};])([^{};@]+)\{/g))
    // Except vendor-prefixed ones such as `::-webkit-…`.
    for (const [, name = ''] of selector.matchAll(/::?([a-z][a-z-]*)/g)) features.set(`:${name}`, at(selectors, name));
  for (const [, name = '', value = ''] of plain.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:([^;{}]+)(?=[;}])/g)) {
    features.set(name, at(properties, name));
    for (const [, word = ''] of value.matchAll(/(?<![\w-])([a-z-]+)(?![\w-]|:)/g))
      features.set(`${name}: ${word}`, at(properties, name, word));
    for (const [, word = ''] of value.matchAll(/([a-z-]+)\(/g))
      features.set(
        `${word}()`,
        [[], ['color'], ['gradient'], ['transform-function']].flatMap((group) => at(types, ...group, word)),
      );
    for (const [, unit = '', size = ''] of value.matchAll(/\d(([dsl]?)[a-z]+)\b/g))
      features.set(
        `1${unit}`,
        at(types, 'length', viewportUnits[size] && /^.v/.test(unit) ? viewportUnits[size] : unit),
      );
  }
  return features;
}

const viewportUnits: Readonly<Record<string, string>> = {
  d: 'viewport_percentage_units_dynamic',
  s: 'viewport_percentage_units_small',
  l: 'viewport_percentage_units_large',
};
