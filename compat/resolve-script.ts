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
  return found && buildProgramUrl(file, found);
}

export const buildProgramUrl = (file: string, { address, version }: ForeignScript): string =>
  `${file}?v=${version}&for=${address}`;

function isAddressOf({ address }: ForeignScript, target: URL, base: string, root: string): boolean {
  if (!/^https?:$/.test(target.protocol)) return false;
  return address.startsWith('/')
    ? target.origin === new URL(base).origin && [address, root + address.slice(1)].includes(target.pathname)
    : target.host + target.pathname === address;
}

/** `URL.parse` is newer than the oldest browsers of the SDK. */
function parseUrl(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
