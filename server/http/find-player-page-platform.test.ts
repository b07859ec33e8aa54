import { expect, test } from 'vitest';
import { listFrameAncestors } from './frame-ancestors.ts';
import { findPlayerPagePlatform } from './find-player-page-platform.ts';

const idOf = (url: string, places?: Parameters<typeof findPlayerPagePlatform>[1]) =>
  findPlayerPagePlatform(url, places)?.id;

test.each([
  ['/play/gem-miner/iframe/telegram', 'Telegram'],
  ['/player/gem-miner/iframe/YandexGames?adapter=telegram', 'YandexGames'],
  ['/gem-miner/iframe/telegram', 'Telegram'],
  ['/play/gem-miner?adapter=Telegram&x=1', 'Telegram'],
  ['/player/gem-miner/?adapter=telegram', 'Telegram'],
  ['/play/gem-miner', undefined],
  ['/play/gem-miner?adapter=toString', undefined],
  ['/play/gem-miner?adapter=', undefined],
  // The first page is the player only on a single-game site.
  ['/?adapter=telegram', undefined],
  ['/play?adapter=telegram', undefined],
  ['/Store/gem-miner?adapter=telegram', undefined],
  ['/Profile?adapter=telegram', undefined],
])('%s runs on %s', (url, id) => {
  expect(idOf(url)).toBe(id);
});

test('a site of one game is the player on its first page', () => {
  expect(idOf('/?adapter=telegram', { isSingleGame: true })).toBe('Telegram');
  expect(idOf('/play?adapter=telegram', { isSingleGame: true })).toBe('Telegram');
  expect(idOf('/Store/gem-miner?adapter=telegram', { isSingleGame: true })).toBeUndefined();
});

test('a forced adapter comes before every address', () => {
  const places = { forcedAdapter: 'telegram' };
  expect(idOf('/play/gem-miner/iframe/yandexgames?adapter=kongregate', places)).toBe('Telegram');
  expect(idOf('/', places)).toBe('Telegram');
  expect(idOf('/Profile', places)).toBeUndefined();
});

test('only the lab may act as a framing platform', () => {
  const lab = ['http://lab.localhost:8080'];
  const ancestorsOf = (url: string, of: readonly string[] = lab) =>
    listFrameAncestors(findPlayerPagePlatform(url), {}, of);
  expect(ancestorsOf('/play/gem-miner?adapter=telegram')).toContain(lab[0]);
  expect(ancestorsOf('/play/gem-miner?adapter=fxid')).toEqual([]);
  expect(ancestorsOf('/play/gem-miner')).toEqual([]);
  // WizQ's pages are unknown: only the lab may frame it.
  expect(ancestorsOf('/play/gem-miner?adapter=wizq')).toEqual(lab);
  expect(ancestorsOf('/play/gem-miner?adapter=wizq', [])).toEqual([]);
});
