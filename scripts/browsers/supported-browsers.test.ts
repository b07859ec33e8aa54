// Checks the built files against the oldest supported browsers, and the page that older browsers see.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  browserNames,
  buildTarget,
  oldestForPortal,
  oldestForSdk,
  type OldestBrowsers,
} from '#model/supported-browsers.ts';
import { judgeFiles, judgeText } from './judge-files.ts';

const root = join(import.meta.dirname, '../..');
const filesOf = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root })
    // eruda is a third-party developer console, which is loaded only on request.
    .filter((file) => !/\/eruda-|\.(server|test)\.ts$|\.test\.tsx?$/.test(file))
    .map((file) => join(root, file));

/** Newer features that are allowed, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  '.address()': 'a method of the debugging tools, not of an interface',
  '.createPolicy()': 'portal/trusted-types.ts does without where there are no trusted types',
  '.createScriptURL()': 'a method of that policy of ours, where there are no trusted types',
  '.destroy()': "a method of a provider's form",
  '.getType()': "a method of a platform's script, about where a game is played",
  '.skipTransition()': 'called on what startViewTransition has given',
  '.startViewTransition()': 'the router asks first whether the browser has it',
  '.take()': 'a method of ours',
  '.toArray()': 'a method of the engine of patterns',
  'scrollbar-width': 'a scrollbar is seen',
  'scrollbar-width: none': 'a scrollbar is seen',
  'text-wrap: balance': 'lines of another length',
};

const nameOf = (complaint: string): string => complaint.slice(0, complaint.indexOf(': since '));

describe('what is built', () => {
  it('needs no browser of the portal to be younger than the oldest', () => {
    const built = ['assets/*.{js,css}', 'checkout/*.js', 'service-worker.js'].map((name) => `dist/portal/${name}`);
    const files = filesOf(...built);
    expect(files.length).toBeGreaterThan(100);
    const found = judgeFiles(files, oldestForPortal);
    expect(found.filter((complaint) => !(nameOf(complaint) in exceptions))).toEqual([]);
    expect(Object.keys(exceptions).filter((name) => !found.some((complaint) => nameOf(complaint) === name))).toEqual(
      [],
    );
  });

  it('is no younger where the SDK runs, whose bound is lower', () => {
    const files = filesOf('dist/sdk/v*/*.js', 'dist/sdk/npm/*.js');
    expect(files.length).toBeGreaterThanOrEqual(6);
    expect(judgeFiles(files, oldestForSdk)).toEqual([]);
    for (const [browser, version] of Object.entries(oldestForSdk))
      expect(Number(version), browser).toBeLessThan(Number(oldestForPortal[browser as keyof OldestBrowsers]));
  });

  it('is no younger in the lab, whose files are served as they were written', () => {
    const files = filesOf('lab/**/*.browser.ts', 'lab/{model,pages}/*.{ts,css}', 'platforms/**/*.ts', 'model/*.ts');
    const found = judgeFiles(files, oldestForPortal);
    expect(found.filter((complaint) => !(nameOf(complaint) in exceptions))).toEqual([]);
  });
});

describe('the page', () => {
  const page = readFileSync(join(root, 'portal/index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script nonce[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const telling = scripts.find((script) => script.includes('too-old')) ?? '';

  it('tells old browsers in words that they know', () => {
    const ancient = { chrome: '30', edge: '12', firefox: '30', safari: '8', safari_ios: '8' };
    expect(telling).toContain('too-old');
    expect([...judgeText(telling, 'js', ancient)]).toEqual([]);
    expect(telling).not.toMatch(/=>|`|\b(const|let|class|async)\b/);
  });

  /** Runs the page in a browser with these features. */
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
    runInNewContext(telling, { window, Promise: window.Promise, Intl: window.Intl, HTMLElement, document });
    return { isTold: !old.hidden, place: portal.id, isRinging: !ring.hidden && !slow.hidden };
  }

  it('leaves a young one alone, and tells one that lacks anything, whose program finds no place to draw in', () => {
    expect(open({})).toEqual({ isTold: false, place: 'portal', isRinging: true });
    for (const lacking of ['resolvers', 'segmenter', 'popover', 'promises'])
      expect(open({ [lacking]: false }), lacking).toEqual({ isTold: true, place: 'too-old', isRinging: false });
  });

  it('names the browsers, in every language', () => {
    const texts = JSON.parse(readFileSync(join(root, 'dist/portal/page-texts.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    expect(Object.keys(texts)).toHaveLength(14);
    for (const [locale, { '%TEXT_OLD%': text }] of Object.entries(texts))
      expect(text, locale).toContain(browserNames(oldestForPortal));
  });
});

it('is what the documents say', () => {
  const decision = readFileSync(join(root, 'docs/decisions/0038-supported-browsers.md'), 'utf8');
  for (const { chrome, edge, firefox, safari, safari_ios: ios } of [oldestForPortal, oldestForSdk])
    expect(decision).toContain(`| ${chrome} | ${edge} | ${firefox} | ${safari} | ${ios} |`);
  expect(readFileSync(join(root, 'docs/guides/sdk.md'), 'utf8')).toContain(browserNames(oldestForSdk));
  expect(readFileSync(join(root, 'docs/guides/operators.md'), 'utf8')).toContain(browserNames(oldestForPortal));
});

describe('the judge', () => {
  const old: OldestBrowsers = { chrome: '100', edge: '100', firefox: '100', safari: '15.4', safari_ios: '15.4' };
  const judge = (text: string, kind: 'js' | 'css' = 'js') => [...judgeText(text, kind, old).keys()];

  it.each([
    ['a static method', 'URL.parse(x)', 'URL.parse'],
    ['a global', 'new CompressionStream("gzip")', 'CompressionStream'],
    ['a method by its name alone', 'x.toSorted()', '.toSorted()'],
    ['a thing of the page', 'navigator.userActivation.isActive', 'navigator.userActivation'],
    ['an attribute', 'e.jsx("ul", { popover: "auto" })', 'attribute popover'],
    ['syntax', 'class A { static { f() } }', 'javascript.classes.static.initialization_blocks'],
    ['a pattern', 'x.replace(/(?<=a)b/, "")', 'javascript.regular_expressions.lookbehind_assertion'],
    ['what was tested elsewhere only', 'const a = () => x.toSorted?.(); const b = () => y.toSorted()', '.toSorted()'],
  ])('finds %s', (_, code, name) => {
    expect(judge(code)).toEqual([name]);
  });

  it.each([
    ['a call that may miss', 'x.toSorted?.()'],
    ['a test by typeof', 'typeof CompressionStream === "function" && new CompressionStream("gzip")'],
    ['a test by in', 'if (`userActivation` in navigator) navigator.userActivation.isActive'],
    ['a name of its own', 'const CompressionStream = class {}; new CompressionStream()'],
    ['a name that an old interface has, too', 'x.parse()'],
    ['what is only read', 'const held = navigator.userActivation'],
  ])('is content with %s', (_, code) => {
    expect(judge(code)).toEqual([]);
  });

  it('finds young styles, and leaves alone what is tested for', () => {
    expect(
      judge('a{color:color-mix(in srgb,red,blue);height:100dvh}a:has(b){text-wrap:balance}', 'css').sort(),
    ).toEqual(
      ['100dvh', ':has', 'color-mix()', 'text-wrap', 'text-wrap: balance']
        .map((name) => name.replace('100dvh', '1dvh'))
        .sort(),
    );
    expect(judge('@supports (height:1dvh){a{height:100dvh}}b{color:red}', 'css')).toEqual([]);
  });

  it('knows every piece of syntax by a name that the data have', () => {
    const code = `a?.b; a ?? b; a ??= b; a ||= b; a &&= b; a **= 2; import('x'); import.meta; try { f() } catch {}
      class A { static { f() } b = 1; #c = 2; #d() {} e(x) { return #c in x } }
      async function g() { using h = a; await using i = a; for await (const j of k); }
      /(?i:a)/; /[a--b]/v; /(?<=a)/; /a/d; /(?<a>b)/; /\\p{L}/u;`;
    const ancient = { chrome: '1', edge: '12', firefox: '1', safari: '1', safari_ios: '1' };
    const found = [...judgeText(code, 'js', ancient).keys()].filter((name) => name.startsWith('javascript.'));
    expect(found).toHaveLength(23);
  });

  it('names targets as the bundler does', () => {
    expect(buildTarget(old)).toEqual(['chrome100', 'edge100', 'firefox100', 'safari15.4', 'ios15.4']);
  });
});
