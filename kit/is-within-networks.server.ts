import { BlockList, isIP } from 'node:net';

/** @param networks in CIDR notation, such as `185.71.76.0/27`; malformed entries are ignored */
export function isWithinNetworks(address: string, networks: readonly string[]): boolean {
  // A dual-stack socket reports IPv4 addresses as IPv4-mapped IPv6.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits = ''] = network.split('/');
    const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    const family = families.get(isIP(start));
    if (family && prefix <= family.bits) list.addSubnet(start, prefix, family.name);
  }
  const family = families.get(isIP(plain));
  return family !== undefined && list.check(plain, family.name);
}

const families: ReadonlyMap<number, { readonly name: 'ipv4' | 'ipv6'; readonly bits: number }> = new Map([
  [4, { name: 'ipv4', bits: 32 }],
  [6, { name: 'ipv6', bits: 128 }],
]);
