import { buildInvalidParameterError } from '#bridge/bridge-error.ts';
import { safeWebAddress } from '#model/safe-destination.ts';

/** Rejects scripts, files and credentials. @param parameter the call's parameter name */
export function requireOpenableUrl(text: string, parameter: string): string {
  const address = safeWebAddress(text);
  if (address === undefined)
    throw buildInvalidParameterError(parameter, 'has to be an address of https:// or http://, without credentials.');
  return address;
}
