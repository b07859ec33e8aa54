import { expect, it } from 'vitest';
import { createForeignSdkFinder } from './find-foreign-sdks.ts';
import { describeCalls, type ForeignSdkManifest } from './port.ts';

const describe = (id: string, more: Partial<ForeignSdkManifest> = {}): ForeignSdkManifest => ({
  id,
  title: id,
  hosts: [`${id}.example`],
  scripts: [{ address: `${id}.example/v*/sdk.js`, version: '1' }],
  usage: new RegExp(`\\b${id}Sdk\\b`),
  calls: [],
  ...more,
});
const portal = describe('portal');
const wrapper = describe('wrapper', { copies: /wrapper-config/ });
const find = (...texts: string[]): string[] => {
  const finder = createForeignSdkFinder([portal, wrapper], new Set());
  for (const text of texts) finder.read(text);
  return finder.result().map(({ manifest }) => manifest.id);
};

it('finds an SDK by any version of its address, and by code that uses it', () => {
  expect(find('<script src="https://portal.example/v1.2/sdk.js">')).toEqual(['portal']);
  expect(find('<script src="https://portal.example/v1/2/sdk.js">')).toEqual([]);
  expect(find('portalSdk.init()')).toEqual(['portal']);
  const hosted = describe('hosted', { scripts: [{ address: '*.hosted.example/sdk.js', version: '1' }] });
  const finder = createForeignSdkFinder([hosted], new Set());
  finder.read('no address, and <script src="//.hosted.example/sdk.js">');
  expect(finder.result()).toEqual([]);
  finder.read('<script src="//cdn1.hosted.example/sdk.js">');
  expect(finder.result()).toHaveLength(1);
});

it("counts a copy of a vendor's script for its vendor only, though it names others", () => {
  const copy = 'load("./wrapper-config.json"); addScript("https://portal.example/v1/sdk.js"); portalSdk.init()';
  expect(find(copy)).toEqual(['wrapper']);
  expect(find(copy, 'portalSdk.init()').toSorted()).toEqual(['portal', 'wrapper']);
});

const listAds = (...names: readonly string[]) => describeCalls(names.map((name) => [name, 'ads', 'yes', 'An ad.']));
const manifests = [
  describe('one', { calls: listAds('showAd') }),
  describe('two', { calls: listAds('showAd', 'preloadAd') }),
];

it.each([
  ['twoSdk.showAd(); twoSdk.preloadAd(); oneSdk.showAd()', ['two', 'one']],
  ["load('https://one.example/v1/sdk.js'); if (twoSdk.showAd) twoSdk.preloadAd()", ['one', 'two']],
  ["load('https://one.example/v1/sdk.js'); oneSdk.showAd()", ['one']],
  ['threeSdk.showAd()', []],
])('in %s are %j, those first whose script is named', (text, expected) => {
  const finder = createForeignSdkFinder(manifests, new Set());
  finder.read(text);
  expect(finder.result().map(({ manifest }) => manifest.id)).toEqual(expected);
});
