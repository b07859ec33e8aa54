import { isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

export function findNetworkAddress(wanted: string, interfaces: Interfaces): string {
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  const addresses = all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
  if (wanted !== '') {
    // All addresses 127.… belong to this machine, although only one is listed.
    if (isIPv4(wanted) && (wanted.startsWith('127.') || addresses.includes(wanted))) return wanted;
    throw new Error(
      `--share=${wanted} is not an IPv4 address of this machine. It has: ${addresses.join(', ') || 'none in a network'}.`,
    );
  }
  const [first] = addresses.toSorted((a, b) => rank(a) - rank(b));
  if (first === undefined)
    throw new Error("This machine isn't on a network, so phones can't reach it. Connect it, or start without --share.");
  return first;
}

/** Home and office networks come before those of virtual machines and internet providers. */
function rank(address: string): number {
  if (address.startsWith('192.168.')) return 0;
  if (address.startsWith('10.')) return 1;
  return /^172\.(1[6-9]|2\d|3[01])\./.test(address) ? 2 : 3;
}
