// What a request says about where it comes from, for lists of devices and limits. The address itself is kept nowhere: of it
// only the network is.
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { alpha3Of } from '#model/country.ts';
import { toLocale, type Locale } from '#model/locale.ts';

export interface Caller {
  readonly authorization: string | undefined;
  readonly ip: string;
  readonly userAgent: string;
  /** `203.0.113.0/24`, `2001:db8:1::/48`. */
  readonly network: string;
  /** Three letters; only where a proxy in front tells it. */
  readonly country: string | undefined;
  /** What the browser prefers. */
  readonly locale: Locale;
  /** The origin of the page that sends it, as a browser tells it of a form or another site; `null`: it keeps it to itself. */
  readonly origin: string | undefined;
  /** What a browser wants the answer for: `document`, `iframe`, `empty`. */
  readonly destination: string | undefined;
}

export function readCaller({ headers, ip }: FastifyRequest, countryHeader: string | undefined): Caller {
  const country = countryHeader === undefined ? undefined : headers[countryHeader];
  return {
    authorization: headers.authorization,
    ip,
    userAgent: (headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 400),
    network: findNetwork(ip),
    country: typeof country === 'string' ? alpha3Of(country) : undefined,
    locale: toLocale(headers['accept-language']?.split(/[,;]/, 1)[0]),
    origin: headers.origin,
    destination: firstOf(headers['sec-fetch-dest']),
  };
}

const firstOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0];

export function findNetwork(ip: string): string {
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
