import { expect, test } from 'vitest';
import { buildPreviewAddress } from './game-paths.ts';

const publicUrl = new URL('https://play.example');

test.each([
  ['a portal', { basePath: '/' }, 'https://play.example/play/miner?preview=t'],
  ['a portal below a path', { basePath: '/portal/' }, 'https://play.example/portal/play/miner?preview=t'],
  ['a portal behind a hash', { basePath: '/', routerType: 'hash' }, 'https://play.example/#/play/miner?preview=t'],
  ['a site of this game', { basePath: '/', fixedGame: 'miner' }, 'https://play.example/?preview=t'],
  [
    'a site of this game behind a hash',
    { basePath: '/', fixedGame: 'miner', routerType: 'hash' },
    'https://play.example/#/?preview=t',
  ],
] as const)('the preview link of %s leads to its player', (_, place, address) => {
  const config = { publicUrl, routerType: 'browser' as const, fixedGame: undefined, ...place };
  expect(buildPreviewAddress(config, 'miner', 't')).toBe(address);
});
