// Finds our program for the address of a vendor's script. The games' server uses it for tags in a page, the loader for
// scripts that code adds.
import type { ForeignScript, ForeignSdkPage } from './port.ts';

/**
 * The address of our program, or undefined if this isn't the vendor's script. It contains the vendor's address, because
 * games look for a script tag by it.
 *
 * @param base the page's address
 */
export function resolveScript(
  address: string,
  { file, scripts, root }: Pick<ForeignSdkPage, 'file' | 'scripts' | 'root'>,
  base: string,
): string | undefined {
  const target = parseUrl(address, base);
  const found = target && scripts.find((script) => isAddressOf(script, target, base, root));
  if (!found) return undefined;
  const actual = hasWildcard(found) ? { ...found, address: target.host + target.pathname } : found;
  return buildProgramUrl(file, actual) + keepParameters(target, found);
}

function keepParameters({ searchParams }: URL, { parameters = [] }: ForeignScript): string {
  return parameters
    .map((name) => {
      const value = searchParams.get(name);
      return value === null ? '' : `&${name}=${encodeURIComponent(value)}`;
    })
    .join('');
}

export const hasWildcard = ({ address }: ForeignScript): boolean => address.includes('*');

export const isVersion = (text: string): boolean => /^[\w.-]+$/.test(text);

export const buildProgramUrl = (file: string, { address, version }: ForeignScript): string =>
  `${file}?v=${version}&for=${address}`;

function isAddressOf({ address }: ForeignScript, target: URL, base: string, root: string): boolean {
  if (!/^https?:$/.test(target.protocol)) return false;
  return address.startsWith('/')
    ? target.origin === new URL(base).origin && [address, root + address.slice(1)].includes(target.pathname)
    : isSameAddress(address, target.host + target.pathname);
}

/** An asterisk in the address stands for a version. */
export function isSameAddress(address: string, actual: string): boolean {
  const [start = '', end] = address.split('*');
  if (end === undefined) return actual === address;
  const version = actual.slice(start.length, actual.length - end.length);
  return actual.startsWith(start) && actual.endsWith(end) && isVersion(version);
}

/** `URL.parse` is newer than the oldest browsers of the SDK. */
function parseUrl(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
