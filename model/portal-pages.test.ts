import { expect, test } from 'vitest';
import { findPortalPage } from './portal-pages.ts';

test.each([
  ['/', '/', {}],
  ['/games', '/Games', {}],
  ['/Games/', '/Games', {}],
  ['/GAMES/Gem-Miner', '/Games/gem-miner', { game: 'gem-miner' }],
  ['/store/gem-miner', '/Store/gem-miner', { game: 'gem-miner' }],
  ['/Store/Return/A1b', '/Store/Return/A1b', { id: 'A1b' }],
  ['/Docs/gem-miner/TOS', '/Docs/gem-miner/tos', { game: 'gem-miner', doc: 'tos' }],
  ['/Games/%D0%B0', '/Games/%D0%B0', { game: 'а' }],
])('%s leads to %s', (path, address, params) => {
  expect(findPortalPage(path, 'portal')).toMatchObject({ address, params });
});

test.each(['/nowhere', '/Games/gem-miner/more', '//Games', '/Games//', '/%', '/wp-login.php', '/Play'])(
  'a portal has no page at %s',
  (path) => expect(findPortalPage(path, 'portal')).toBeUndefined(),
);

test('a site for one game has its own pages', () => {
  expect(findPortalPage('/Play', 'game')?.page.isPublic).toBeUndefined();
  expect(findPortalPage('/Games', 'game')).toBeUndefined();
});
