import { BridgeError } from '#bridge/bridge-error.ts';
import { webAddress } from '#model/safe-destination.ts';

/** An address that the portal may open for a game: no script, no file and no credentials. */
export function openableAddress(text: string): string {
  const address = webAddress(text);
  if (address === undefined)
    throw new BridgeError('InvalidRequest', 'The address has to be one of https:// or http://, without credentials.');
  return address;
}
