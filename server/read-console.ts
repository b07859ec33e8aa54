import { BlockList, isIP } from 'node:net';
import type { EnvironmentReader } from './environment-reader.ts';
import { findGamesDomain, findRegistrableDomain, isSameHostOrSubdomain } from './http/site.ts';
import { readSecondPerson, type SecondPersonSettings } from './read-second-person.ts';

export interface ConsoleConfig {
  /** The console's public address, on a host of its own. Absent: there is no console. */
  readonly consoleUrl: URL | undefined;
  /** Networks that may reach the console, such as `203.0.113.0/24`. Empty: all. */
  readonly consoleNetworks: readonly string[];
  /** For how many days the audit log is kept. */
  readonly auditDays: number;
  /** What needs a second operator's approval, besides erasing a player. */
  readonly secondPerson: SecondPersonSettings;
}

interface PortalAddresses {
  readonly production: boolean;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly gamesUrl: string;
}

/** The console is off in production unless CONSOLE_URL is set. Its host must be no other host of ours. */
export function readConsole(
  reader: EnvironmentReader,
  { production, port, publicUrl, gamesUrl }: PortalAddresses,
): ConsoleConfig {
  const protocols = production ? ['https:'] : ['https:', 'http:'];
  const address = reader.url('CONSOLE_URL', protocols, production ? undefined : `http://console.localhost:${port}`);
  const consoleUrl = address === undefined ? undefined : new URL(address);
  if (consoleUrl && (consoleUrl.pathname !== '/' || consoleUrl.search !== '' || consoleUrl.hash !== ''))
    reader.refuse('CONSOLE_URL', 'has a path', 'give a host only, such as https://console.play.example');
  if (consoleUrl && publicUrl !== undefined && consoleUrl.hostname === new URL(publicUrl).hostname)
    reader.refuse(
      'CONSOLE_URL',
      "is the portal's host",
      'give it a host of its own, such as https://console.play.example',
    );
  const site = production && consoleUrl ? findRegistrableDomain(consoleUrl.hostname) : undefined;
  if (site !== undefined && isSameHostOrSubdomain(findGamesDomain(gamesUrl), site))
    reader.refuse(
      'CONSOLE_URL',
      `is on ${site}, the domain of the games, so browsers count games' pages as the same site`,
      'give it a host on another domain, such as https://console.play.example',
    );
  return {
    consoleUrl,
    consoleNetworks: reader.list(
      'CONSOLE_NETWORKS',
      isNetwork,
      'networks such as 203.0.113.0/24, with commas between them',
    ),
    auditDays: reader.integer('AUDIT_DAYS', 1095, 366, 36_500),
    secondPerson: readSecondPerson(reader),
  };
}

/** Whether the address belongs to one of the networks. */
export function createNetworkFilter(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const { address, bits, family } = parseNetwork(network);
    list.addSubnet(address, bits, family);
  }
  return (address) => {
    const four = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    return isIP(four) > 0 && list.check(four, isIP(four) === 6 ? 'ipv6' : 'ipv4');
  };
}

function isNetwork(text: string): boolean {
  const { address, bits, family } = parseNetwork(text);
  return isIP(address) > 0 && Number.isSafeInteger(bits) && bits >= 0 && bits <= (family === 'ipv6' ? 128 : 32);
}

function parseNetwork(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } {
  const [address = '', bits] = text.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return {
    address,
    bits: bits === undefined ? (family === 'ipv6' ? 128 : 32) : /^\d{1,3}$/.test(bits) ? Number(bits) : -1,
    family,
  };
}
