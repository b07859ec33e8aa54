import { expect, test } from 'vitest';
import { isWithinNetworks } from './is-within-networks.server.ts';

const networks = ['203.0.113.0/27', '198.51.100.7/32', '2001:db8::/32'];

test.each([
  ['203.0.113.0', true],
  ['203.0.113.31', true],
  ['203.0.113.32', false],
  ['198.51.100.7', true],
  ['198.51.100.8', false],
  ['::ffff:203.0.113.1', true],
  ['::ffff:127.0.0.1', false],
  ['2001:db8:ffff::1', true],
  ['2001:db9::1', false],
  ['203.0.113.1, 127.0.0.1', false],
  ['', false],
])('%s: %s', (address, isWithin) => {
  expect(isWithinNetworks(address, networks)).toBe(isWithin);
});

test.each(['203.0.113.0/', '203.0.113.0/99', '999.0.113.0/1', '203.0.113.0', 'everybody', ''])(
  '%j is not a network and admits no address',
  (network) => {
    expect(isWithinNetworks('203.0.113.1', [network])).toBe(false);
  },
);
