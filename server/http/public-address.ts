// Tells public internet addresses from all others: this host, private, shared, link-local, documentation, multicast and
// reserved ranges, cloud metadata, and IPv4 addresses written as IPv6.
//
// Each family has its own list: Node's BlockList treats IPv4 addresses as their mapped form, so one list with
// `::ffff:0:0/96` would match every IPv4 address.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** @param address as a resolver or a URL returns it; anything else is not public */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  // An address with a zone is valid on one link only.
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  if (isIPv4(address)) return loopbackIpv4.check(address, 'ipv4');
  return isIPv6(address) && loopbackIpv6.check(address, 'ipv6');
}

// IANA's special-purpose registries and multicast as a whole: their few reachable ranges hold no servers.
const specialIpv4 = blockList('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers; metadata of one cloud
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // metadata service of another cloud, in an otherwise public range
  ['169.254.0.0', 16], // link-local; metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // multicast relays
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]);

// All addresses ever assigned to internet hosts. Not included: loopback, mapped and compatible addresses, NAT64
// (64:ff9b::/96, 64:ff9b:1::/48), discard (100::/64), segment routing (5f00::/16), unique local, link-local,
// site-local, multicast.
const globalIpv6 = blockList('ipv6', [['2000::', 3]]);
const specialIpv6 = blockList('ipv6', [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID and others
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]);

const loopbackIpv4 = blockList('ipv4', [['127.0.0.0', 8]]);
const loopbackIpv6 = blockList('ipv6', [['::1', 128]]);

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family);
  return list;
}
