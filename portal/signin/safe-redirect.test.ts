import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

const origin = 'https://portal.example';

test.each([
  ['/Games/gem-miner?a=1#b', '/Games/gem-miner?a=1#b'],
  ['https://portal.example/Store/gem-miner', '/Store/gem-miner'],
  ['https://PORTAL.example:443/', '/'],
  ['/#/Profile', '/#/Profile'],
])('%s leads to %s', (uri, address) => {
  expect(safeRedirect(uri, origin)).toBe(address);
});

test.each([
  undefined,
  '//evil.example/x',
  String.raw`/\evil.example`,
  'https://evil.example/',
  'https://portal.example.evil.example/',
  'http://portal.example/',
  'https://portal.example:8443/',
  'https://user:secret@portal.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://portal.example/1',
  'https://',
])('%s leads nowhere', (uri) => {
  expect(safeRedirect(uri, origin)).toBeUndefined();
});
