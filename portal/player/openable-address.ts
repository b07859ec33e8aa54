import { BridgeError } from '#bridge/bridge-error.ts';

/** An address that the portal may open for a game: no script, no file, and no name or password, by which one host looks like another. */
export function openableAddress(text: string): string {
  const address = URL.parse(text);
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new BridgeError('InvalidRequest', 'The address has to begin with https:// or http://.');
  if (address.username !== '' || address.password !== '')
    throw new BridgeError('InvalidRequest', 'The address must hold no name and no password.');
  return address.href;
}
