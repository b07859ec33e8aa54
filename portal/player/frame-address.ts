/** The address of a game's frame: its own, with the language in which it should begin. Undefined: there is none to be shown. */
export function frameAddress(
  url: string | undefined,
  language: string,
  portalOrigin: string = window.location.origin,
): URL | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const address = new URL(url);
  const isWeb = address.protocol === 'https:' || address.protocol === 'http:';
  // No game code may ever run on the portal's origin, which holds the session.
  if (!isWeb || address.origin === portalOrigin) return undefined;
  if (!address.searchParams.has('lang')) address.searchParams.set('lang', language);
  return address;
}
