// Checks the built files against the oldest supported browsers, and the page that older browsers see.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  formatBrowserVersions,
  toBuildTargets,
  minPortalBrowsers,
  minSdkBrowsers,
  type MinBrowserVersions,
} from '#model/supported-browsers.ts';
import { findUnsupported } from './find-unsupported.ts';

const root = join(import.meta.dirname, '../..');
const filesOf = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root })
    // eruda is a third-party developer console, which is loaded only on request.
    .filter((file) => !/\/eruda-|\.(server|test)\.ts$|\.test\.tsx?$/.test(file))
    .map((file) => join(root, file));

const exceptions: Readonly<Record<string, string>> = {
  '.address()': "the debugging tools' own method",
  '.createPolicy()': 'portal/trusted-types.ts tests for it',
  '.createScriptURL()': "our own policy's method",
  '.destroy()': "a method of a provider's form",
  '.skipTransition()': 'called on the result of startViewTransition',
  '.startViewTransition()': 'the router tests for it',
  '.take()': 'our own method',
  '.toArray()': "the regular expression engine's method",
  'scrollbar-width': 'without it a scrollbar shows',
  'scrollbar-width: none': 'without it a scrollbar shows',
  'text-wrap: balance': 'without it lines have other lengths',
};

/** Each unsupported feature once, with the first file that uses it. */
function findInFiles(files: readonly string[], oldest: MinBrowserVersions): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of files)
    for (const name of findUnsupported(readFileSync(file, 'utf8'), file.endsWith('.css') ? 'style' : 'script', oldest))
      if (!found.has(name)) found.set(name, basename(file));
  return found;
}

const withoutExceptions = (found: ReadonlyMap<string, string>) => [...found].filter(([name]) => !(name in exceptions));

describe('the built files use nothing that the oldest browsers lack', () => {
  it('in the portal', () => {
    const built = ['assets/*.{js,css}', 'checkout/*.js', 'service-worker.js', 'push-worker.js'].map(
      (name) => `dist/portal/${name}`,
    );
    const files = filesOf(...built);
    expect(files.length).toBeGreaterThan(100);
    const found = findInFiles(files, minPortalBrowsers);
    expect(withoutExceptions(found)).toEqual([]);
    expect(Object.keys(exceptions).filter((name) => !found.has(name))).toEqual([]);
  });

  it('in the SDK, which supports older browsers', () => {
    const files = filesOf('dist/sdk/v*/*.js', 'dist/sdk/npm/*.js');
    expect(files.length).toBeGreaterThanOrEqual(6);
    expect([...findInFiles(files, minSdkBrowsers)]).toEqual([]);
    for (const [browser, version] of Object.entries(minSdkBrowsers))
      expect(Number(version), browser).toBeLessThan(Number(minPortalBrowsers[browser as keyof MinBrowserVersions]));
  });

  it('in the lab, whose files are served as they are', () => {
    const files = filesOf('lab/**/*.browser.ts', 'lab/{model,pages}/*.{ts,css}', 'platforms/**/*.ts', 'model/*.ts');
    expect(withoutExceptions(findInFiles(files, minPortalBrowsers))).toEqual([]);
  });
});

describe('the page', () => {
  const page = readFileSync(join(root, 'portal/index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script nonce[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const check = scripts.find((script) => script.includes('too-old')) ?? '';

  it('checks the browser with a script that old browsers understand', () => {
    const ancient = { chrome: '30', edge: '12', firefox: '30', safari: '8', safari_ios: '8' };
    expect(check).toContain('too-old');
    expect(findUnsupported(check, 'script', ancient)).toEqual([]);
    expect(check).not.toMatch(/=>|`|\b(const|let|class|async)\b/);
  });

  function open(has: { resolvers?: boolean; segmenter?: boolean; popover?: boolean; promises?: boolean }) {
    const [ring, slow, old] = [
      { className: '', hidden: false },
      { className: '', hidden: false },
      { className: 'old', hidden: true },
    ];
    const portal = { id: 'portal' };
    const { resolvers = true, segmenter = true, popover = true, promises = true } = has;
    const window = {
      Promise: promises ? { ...(resolvers && { withResolvers: () => ({}) }) } : undefined,
      Intl: { ...(segmenter && { Segmenter: () => undefined }) },
    };
    const HTMLElement = { prototype: { ...(popover && { popover: null }) } };
    const document = {
      querySelector: (wanted: string) => (wanted === '#portal' ? portal : null),
      querySelectorAll: () => [ring, slow, old],
    };
    runInNewContext(check, { window, Promise: window.Promise, Intl: window.Intl, HTMLElement, document });
    return { isNoticeShown: !old.hidden, rootId: portal.id, isLoading: !ring.hidden && !slow.hidden };
  }

  it('shows the notice instead of the portal if the browser lacks anything', () => {
    expect(open({})).toEqual({ isNoticeShown: false, rootId: 'portal', isLoading: true });
    for (const lacking of ['resolvers', 'segmenter', 'popover', 'promises'])
      expect(open({ [lacking]: false }), lacking).toEqual({ isNoticeShown: true, rootId: 'too-old', isLoading: false });
  });

  it('names the supported browsers in every language', () => {
    const texts = JSON.parse(readFileSync(join(root, 'dist/portal/page-texts.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    expect(Object.keys(texts)).toHaveLength(14);
    for (const [locale, { '%TEXT_OLD%': text }] of Object.entries(texts))
      expect(text, locale).toContain(formatBrowserVersions(minPortalBrowsers));
  });
});

it('the documents name the same versions', () => {
  const decision = readFileSync(join(root, 'docs/decisions/0038-supported-browsers.md'), 'utf8');
  for (const { chrome, edge, firefox, safari, safari_ios: ios } of [minPortalBrowsers, minSdkBrowsers])
    expect(decision).toContain(`| ${chrome} | ${edge} | ${firefox} | ${safari} | ${ios} |`);
  expect(readFileSync(join(root, 'docs/guides/sdk.md'), 'utf8')).toContain(formatBrowserVersions(minSdkBrowsers));
  expect(readFileSync(join(root, 'docs/guides/operators.md'), 'utf8')).toContain(
    formatBrowserVersions(minPortalBrowsers),
  );
});

describe('the check', () => {
  const old: MinBrowserVersions = { chrome: '100', edge: '100', firefox: '100', safari: '15.4', safari_ios: '15.4' };

  it.each([
    ['a static method', 'URL.parse(x)', ['URL.parse']],
    ['a global', 'new CompressionStream("gzip")', ['CompressionStream']],
    ['a method by its name alone', 'x.toSorted()', ['.toSorted()']],
    ['a part of the page', 'navigator.userActivation.isActive', ['Navigator.userActivation']],
    ['a call that may miss', 'x.toSorted?.()', []],
    ['a test by typeof', 'typeof CompressionStream === "function" && new CompressionStream("gzip")', []],
    ['a test by in', 'if (`userActivation` in navigator) navigator.userActivation.isActive', []],
    ['a name that an old interface has, too', 'x.parse()', []],
    ['a value that is only read', 'const held = navigator.userActivation', []],
  ])('judges %s', (_, code, names) => {
    expect(findUnsupported(code, 'script', old)).toEqual(names);
  });

  it.each([
    [
      'a{color:color-mix(in srgb,red,blue);height:100dvh}a:has(b){text-wrap:balance}',
      ['1dvh', ':has', 'color-mix()', 'text-wrap', 'text-wrap: balance'],
    ],
    ['@supports (height:1dvh){a{height:100dvh}}b{color:red}', []],
  ])('judges the style %s', (style, names) => {
    expect(findUnsupported(style, 'style', old).sort()).toEqual(names);
  });

  it('names targets as the bundler does', () => {
    expect(toBuildTargets(old)).toEqual(['chrome100', 'edge100', 'firefox100', 'safari15.4', 'ios15.4']);
  });
});
