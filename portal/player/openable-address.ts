import { invalidParameter } from '#bridge/bridge-error.ts';
import { webAddress } from '#model/safe-destination.ts';

/** An address that the portal may open for a game: no script, no file and no credentials. @param parameter of the call */
export function openableAddress(text: string, parameter: string): string {
  const address = webAddress(text);
  if (address === undefined)
    throw invalidParameter(parameter, 'has to be an address of https:// or http://, without credentials.');
  return address;
}
