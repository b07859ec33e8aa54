import { expect, test } from 'vitest';
import { replaceLaunch, captureLaunch, type LaunchPage } from './launch.ts';
import { findPlatformOfPage } from './platform-page.ts';

function pageAt(href: string, changes: Partial<LaunchPage> = {}) {
  const kept = new Map<string, string>();
  const replaced: string[] = [];
  const page = (at: string, isReload: boolean): LaunchPage => ({
    location: new URL(at),
    history: { state: undefined, replaceState: (_, __, url) => void replaced.push(String(url)) },
    sessionStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    isReload,
    ...changes,
  });
  return {
    replaced,
    take: (hash = false) => captureLaunch(page(href, false), hash),
    again: (at: string) => captureLaunch(page(at, true), false),
    replace: (at: string, launch: string) => replaceLaunch(page(at, false), new URL(launch), false),
  };
}

const base = 'https://play.example/play/miner/iframe/telegram';

test('the proof is read from the fragment and removed from the address', () => {
  const { take, replaced } = pageAt(`${base}?a=1#tgWebAppData=x`);
  expect(take().hash).toBe('#tgWebAppData=x');
  expect(replaced).toEqual(['/play/miner/iframe/telegram?a=1']);
});

test('a reload finds the launch parameters of the first start, another page does not', () => {
  const { take, again } = pageAt(`${base}#tgWebAppData=x`);
  take();
  expect(again(`${base}#level-4`).hash).toBe('#tgWebAppData=x');
  expect(again(`${base}?other=1#y`).hash).toBe('#y');
});

test('a reload uses a new proof of the platform, whatever page the game has reached', () => {
  const { take, replace, again, replaced } = pageAt(`${base}?player=1&sign=x`);
  take();
  replace(`${base}?player=1&sign=x#level-4`, `${base}?player=2&sign=y`);
  expect(replaced).toEqual(['/play/miner/iframe/telegram?player=2&sign=y#level-4']);
  expect(again(`${base}?player=2&sign=y#level-5`).href).toBe(`${base}?player=2&sign=y`);
});

test('with the router in the fragment, a portal address stays and a proof is removed', () => {
  const route = pageAt('https://play.example/?sign=1#/play/miner/iframe/vkontaktecom');
  expect(route.take(true).hash).toBe('#/play/miner/iframe/vkontaktecom');
  expect(route.replaced).toEqual([]);
  const proof = pageAt('https://play.example/#tgWebAppData=x');
  expect(proof.take(true).hash).toBe('#tgWebAppData=x');
  expect(proof.replaced).toEqual(['/#/']);
});

test('blocked storage and unknown stored values are ignored', () => {
  const blocked = pageAt(`${base}#x=1`, {
    sessionStorage: {
      getItem: () => {
        throw new Error('blocked');
      },
      setItem: () => {
        throw new Error('blocked');
      },
    },
  });
  expect(blocked.take().hash).toBe('#x=1');
  expect(blocked.again(`${base}#x=2`).hash).toBe('#x=2');
  const odd = pageAt(`${base}#x=1`, { sessionStorage: { getItem: () => '{"place":3}', setItem: () => undefined } });
  expect(odd.again(`${base}#x=2`).hash).toBe('#x=2');
});

test.each([
  ['https://play.example/play/miner/iframe/Telegram', {}, 'telegram'],
  ['https://play.example/play/miner/iframe/fxid', {}, undefined],
  ['https://play.example/play/miner?adapter=wizq', {}, 'wizq'],
  ['https://play.example/play/miner', {}, undefined],
  ['https://play.example/', { adapter: 'telegram' }, 'telegram'],
  ['https://play.example/#/play/miner/iframe/vkontaktecom?x=1', { routerType: 'hash' as const }, 'vkontaktecom'],
])('%s is a page of %o: %s', (href, config, adapter) => {
  expect(findPlatformOfPage(new URL(href), { routerType: 'browser', ...config })).toBe(adapter);
});
