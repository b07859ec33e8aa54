// What a request reveals about its sender, for device lists and rate limits. Only the network is stored, never the
// address.
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { toAlpha3Country } from '#model/country.ts';
import { toLocale, type Locale } from '#model/locale.ts';
import type { CountryDatabase } from './country-database.ts';

export interface Caller {
  readonly authorization: string | undefined;
  readonly ip: string;
  readonly userAgent: string;
  /** `203.0.113.0/24`, `2001:db8:1::/48`. */
  readonly network: string;
  /** ISO 3166 alpha-3; only if a proxy sends it or a local database knows it. */
  readonly country: string | undefined;
  readonly locale: Locale;
  readonly origin: string | undefined;
  readonly destination: string | undefined;
}

/** How the caller's country is found. Both are optional. */
export interface CountrySources {
  readonly header?: string | undefined;
  readonly database?: Pick<CountryDatabase, 'find'> | undefined;
}

export function readCaller({ headers, ip }: FastifyRequest, countries: CountrySources): Caller {
  // The proxy knows more about its callers than a file. It sends a code that isn't a country if it doesn't know.
  const sent = countries.header === undefined ? undefined : headers[countries.header];
  const country = typeof sent === 'string' ? toAlpha3Country(sent) : undefined;
  return {
    authorization: headers.authorization,
    ip,
    userAgent: (headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 400),
    network: findNetworkPrefix(ip),
    country: country ?? countries.database?.find(ip),
    locale: toLocale(headers['accept-language']?.split(/[,;]/, 1)[0]),
    origin: headers.origin,
    destination: firstOf(headers['sec-fetch-dest']),
  };
}

const firstOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0];

export function findNetworkPrefix(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  const four = mapped ?? ip;
  if (!isIPv6(four)) return `${four.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = four.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const all =
    tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest];
  return `${all
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`;
}
