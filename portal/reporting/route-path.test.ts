import { expect, test } from 'vitest';
import { isSensitivePage } from '#model/sensitive-page.ts';
import { routePath } from './route-path.ts';

test.each([
  '/LoginWithTempToken',
  '/loginwithtemptoken/',
  '/LoginValidateEmail',
  '/LoginFromGame/gem-miner/abc',
  '/UndoSignInChange',
  '/Store/gem-miner',
  '/Store/Return/1',
  '/store/BankCard',
  '/%53tore/gem-miner',
  '//Store/gem-miner',
  '/%',
])('%s has a token or a payment', (path) => {
  expect(isSensitivePage(path)).toBe(true);
});

test.each(['/', '/Games', '/play/store', '/Storefront', '/Profile', '/Docs/tos'])('%s does not', (path) => {
  expect(isSensitivePage(path)).toBe(false);
});

test('reads the path as the router does', () => {
  const browser = { routerType: 'browser', basePath: '/games/' } as const;
  expect(routePath({ pathname: '/games/Store/x', hash: '' }, browser)).toBe('/Store/x');
  expect(routePath({ pathname: '/Store/x', hash: '' }, browser)).toBe('/Store/x');
  expect(routePath({ pathname: '/Store/x', hash: '#/Games' }, { ...browser, basePath: '/' })).toBe('/Store/x');
  const hash = { routerType: 'hash', basePath: '/' } as const;
  expect(routePath({ pathname: '/index.html', hash: '#/Store/x?PublicId=1' }, hash)).toBe('/Store/x');
  expect(routePath({ pathname: '/index.html', hash: '' }, hash)).toBe('/');
});
