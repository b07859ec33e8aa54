import { webAddress } from '#model/safe-destination.ts';

/** The address of a game's frame: its own, with the language in which it should begin. Undefined: there is none to be shown. */
export function frameAddress(
  url: string | undefined,
  language: string,
  portalOrigin: string = window.location.origin,
): URL | undefined {
  const page = webAddress(url);
  if (page === undefined) return undefined;
  const address = new URL(page);
  // No game code may ever run on the portal's origin, which holds the session.
  if (address.origin === portalOrigin) return undefined;
  if (!address.searchParams.has('lang')) address.searchParams.set('lang', language);
  return address;
}
