import { expect, test } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

// Every block of IANA's special-purpose registries, of multicast and of clouds' metadata services: its first and last
// address, then the public addresses just before and after it.
const special: readonly (readonly [name: string, first: string, last: string, outside: readonly string[]])[] = [
  ['this network', '0.0.0.0', '0.255.255.255', ['1.0.0.0']],
  ['private, 10', '10.0.0.0', '10.255.255.255', ['9.255.255.255', '11.0.0.0']],
  ['shared by carriers', '100.64.0.0', '100.127.255.255', ['100.63.255.255', '100.128.0.0']],
  ['loopback', '127.0.0.0', '127.255.255.255', ['126.255.255.255', '128.0.0.0']],
  ['link-local', '169.254.0.0', '169.254.255.255', ['169.253.255.255', '169.255.0.0']],
  ['private, 172', '172.16.0.0', '172.31.255.255', ['172.15.255.255', '172.32.0.0']],
  ['protocol assignments', '192.0.0.0', '192.0.0.255', ['191.255.255.255', '192.0.1.0']],
  ['documentation, 192', '192.0.2.0', '192.0.2.255', ['192.0.1.255', '192.0.3.0']],
  ['AS112', '192.31.196.0', '192.31.196.255', ['192.31.195.255', '192.31.197.0']],
  ['multicast relays', '192.52.193.0', '192.52.193.255', ['192.52.192.255', '192.52.194.0']],
  ['6to4 relays', '192.88.99.0', '192.88.99.255', ['192.88.98.255', '192.88.100.0']],
  ['private, 192', '192.168.0.0', '192.168.255.255', ['192.167.255.255', '192.169.0.0']],
  ['AS112, direct', '192.175.48.0', '192.175.48.255', ['192.175.47.255', '192.175.49.0']],
  ['benchmarking', '198.18.0.0', '198.19.255.255', ['198.17.255.255', '198.20.0.0']],
  ['documentation, 198', '198.51.100.0', '198.51.100.255', ['198.51.99.255', '198.51.101.0']],
  ['documentation, 203', '203.0.113.0', '203.0.113.255', ['203.0.112.255', '203.0.114.0']],
  ['multicast', '224.0.0.0', '239.255.255.255', ['223.255.255.255']],
  ['reserved', '240.0.0.0', '255.255.255.255', []],
  ['metadata, of most clouds', '169.254.169.254', '169.254.170.2', []],
  ['metadata, Alibaba', '100.100.100.200', '100.100.100.200', []],
  ['metadata, Oracle', '192.0.0.192', '192.0.0.192', []],
  ['metadata, Azure', '168.63.129.16', '168.63.129.16', ['168.63.129.15', '168.63.129.17']],
  ['unspecified', '::', '::', []],
  ['loopback, IPv6', '::1', '::1', []],
  ['IPv4 compatible', '::2', '::ffff:ffff', []],
  ['IPv4 mapped', '::ffff:0:0', '::ffff:ffff:ffff', []],
  ['IPv4 mapped, private', '::ffff:10.0.0.1', '::ffff:192.168.1.1', []],
  ['IPv4 mapped, public all the same', '::ffff:1.1.1.1', '::ffff:8.8.8.8', []],
  ['IPv4 translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff', []],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff', []],
  ['NAT64, local', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', []],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff', []],
  ['dummy', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff', []],
  ['protocol assignments, IPv6', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', ['2000:ffff::1', '2001:200::']],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['benchmarking, IPv6', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff', []],
  ['multicast relays, IPv6', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['AS112, IPv6', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff', []],
  ['ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['ORCHID, second', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['drones', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff', []],
  [
    'documentation, IPv6',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
  ],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ['2001:ffff:ffff::', '2003::']],
  [
    'AS112, direct, IPv6',
    '2620:4f:8000::',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    ['2620:4f:7fff:ffff:ffff:ffff:ffff:ffff', '2620:4f:8001::'],
  ],
  [
    'documentation, the larger',
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  ],
  ['not given out', '4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['metadata, IPv6', 'fd00:ec2::254', 'fd20:ce::254', []],
  ['link-local, IPv6', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ['multicast, IPv6', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
];

test.each(special)('%s is not public, from %s to %s, and its neighbours are', (_, first, last, outside) => {
  expect([first, last].filter(isPublicAddress)).toEqual([]);
  expect(outside.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.9.9.9',
  '54.187.174.169',
  '87.240.129.133',
  '95.213.4.234',
  '104.16.132.229',
  '149.154.167.220',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2606:4700:4700::1111',
  '2620:fe::fe',
  '2a00:1148:db00:0:b0b0::1',
  '2a02:6b8::feed:ff',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['', 'localhost', 'example.org', '1.1.1', '1.1.1.1.1', '2606:4700::1111%eth0', 'fe80::1%lo', '[::1]'])(
  'an invalid address is not public: "%s"',
  (text) => {
    expect([isPublicAddress(text), isLoopbackAddress(text)]).toEqual([false, false]);
  },
);

test('recognises loopback addresses', () => {
  const here = ['127.0.0.1', '127.255.255.254', '::1'];
  const elsewhere = ['126.255.255.255', '128.0.0.0', '::', '::2', '::ffff:127.0.0.1', '10.0.0.1', '1.1.1.1'];
  expect([...here, ...elsewhere].filter(isLoopbackAddress)).toEqual(here);
});
