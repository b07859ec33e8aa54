import { BridgeError } from '#bridge/bridge-error.ts';

/** An address that the portal may open for a game: no script and no file. */
export function openableAddress(text: string): string {
  const address = URL.parse(text);
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new BridgeError('InvalidRequest', 'The address has to begin with https:// or http://.');
  return address.href;
}
