// Every page on which a vendor shows games may frame ours. The pages are the vendors' own lists, or those seen in use.
import { describe, expect, it, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import type { PlatformManifest } from './port.ts';
import * as registry from './registry.ts';

const manifests = Object.entries<PlatformManifest>(registry);
const framing = manifests.filter(([, { embeddedBy }]) => embeddedBy && embeddedBy.length > 0);

// docs.crazygames.com/resources/html5/sitelock
const crazygames = `
  www.crazygames.com de.crazygames.com it.crazygames.com vn.crazygames.com gr.crazygames.com ar.crazygames.com
  th.crazygames.com tr.crazygames.com games.crazygames.com www.crazygames.fr www.crazygames.co.id www.crazygames.cz
  www.crazygames.dk www.crazygames.hu www.crazygames.nl www.crazygames.no www.crazygames.pl www.crazygames.com.br
  www.crazygames.ro www.crazygames.fi www.crazygames.se www.crazygames.ru www.crazygames.com.ua www.crazygames.at
  www.crazygames.jp www.crazygames.pt www.crazygames.vn www.crazygames.com.vn www.crazygames.co.kr www.1001juegos.com`;
const hostsOf = (list: string): string[] =>
  list
    .trim()
    .split(/\s+/)
    .map((host) => `https://${host}`);

const pages: Readonly<Record<string, readonly string[]>> = {
  absolutegames: ['https://ag.ru', 'https://test.ag.ru'],
  crazygames: [...hostsOf(crazygames), 'https://app.crazygames.com', 'capacitor://app.crazygames.com'],
  facebookgames: ['https://apps.facebook.com'],
  facebookinstantgames: ['https://www.facebook.com', 'https://apps-1234567890.apps.fbsbx.com'],
  // The site frames a page on a host of the game's own, which frames ours.
  kongregate: ['https://www.kongregate.com', 'https://game274411.konggames.com'],
  odnoklassniki: ['https://ok.ru', 'https://m.ok.ru', 'https://www.ok.ru'],
  telegram: ['https://web.telegram.org'],
  vkontaktecom: ['https://vk.com', 'https://m.vk.com', 'https://vk.ru', 'https://m.vk.ru'],
  vkontakteplay: ['https://vkplay.ru', 'https://games.vkplay.ru'],
  yandexgames: ['https://yandex.ru', 'https://yandex.com', 'https://yandex.com.tr', 'https://playhop.com'],
};

const policyOf = (env: Readonly<Record<string, string>> = {}) =>
  createHeaderPolicy(readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://play.example', ...env }));

/** Matches like `frame-ancestors` in a browser. */
function allows(sources: readonly string[], page: string): boolean {
  return sources.some((source) => {
    const [scheme = '', hosts] = source.split('*', 2);
    return hosts === undefined ? page === source : page.startsWith(scheme) && page.endsWith(hosts);
  });
}

test('every platform that frames games is in the list', () => {
  expect(Object.keys(pages).toSorted()).toEqual(framing.map(([folder]) => folder).toSorted());
});

describe.each(framing)('%s', (folder, manifest) => {
  const policy = policyOf();

  it.each(pages[folder] ?? [])('can be framed by %s, and so can the game in it', (page) => {
    expect(allows(policy.ancestorsOf(manifest), page)).toBe(true);
    expect(allows(policy.gameAncestors, page)).toBe(true);
  });

  it('cannot be framed by other pages', () => {
    const [page = ''] = pages[folder] ?? [];
    for (const other of ['https://evil.example', `${page}.evil.example`, page.replace('https://', 'http://')])
      expect(allows(policy.ancestorsOf(manifest), other)).toBe(false);
  });
});

describe('an operator', () => {
  it.each(manifests.filter(([, { embeddedBy }]) => embeddedBy))('adds hosts for %s only', (folder, manifest) => {
    const added = 'https://*.new-host.example';
    const policy = policyOf({ PLATFORM_FRAME_HOSTS: `${folder}=https://www.new.example, ${folder}=${added}` });
    expect(policy.ancestorsOf(manifest)).toEqual([...(manifest.embeddedBy ?? []), 'https://www.new.example', added]);
    expect(policy.gameAncestors).toContain(added);
    for (const [other, { id, embeddedBy = [] }] of manifests)
      if (other !== folder) expect(policy.ancestorsOf({ id, embeddedBy })).toEqual(embeddedBy);
  });

  it.each([
    'nowhere=https://www.new.example',
    'fxid=https://www.new.example',
    'kongregate=https://*',
    'kongregate=https://*.com',
    'kongregate=https://*.co.uk',
    'kongregate=http://www.new.example',
    'kongregate=www.new.example',
    "kongregate=https://www.new.example; script-src 'unsafe-inline'",
    'kongregate=https://www.new.example/games',
    'kongregate',
  ])('gets an error for %s, which is not a host of a platform', (value) => {
    expect(() => policyOf({ PLATFORM_FRAME_HOSTS: value })).toThrow(
      /PLATFORM_FRAME_HOSTS holds .*The platforms are .*kongregate/,
    );
  });
});
