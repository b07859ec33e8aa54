import { safeWebAddress } from '#model/safe-destination.ts';

/** Undefined if there is nothing to show. */
export function buildFrameUrl(
  url: string | undefined,
  language: string,
  portalOrigin: string = window.location.origin,
): URL | undefined {
  const page = safeWebAddress(url);
  if (page === undefined) return undefined;
  const address = new URL(page);
  // No game code may run on the portal's origin, which holds the session.
  if (address.origin === portalOrigin) return undefined;
  if (!address.searchParams.has('lang')) address.searchParams.set('lang', language);
  return address;
}
