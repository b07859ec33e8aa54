/**
 * The address to which a sign-in leads on, when it is a page of this very origin; undefined for any other: a link must not
 * be able to send somebody who has just signed in elsewhere.
 */
export function safeRedirect(uri: string | undefined, origin: string): string | undefined {
  if (uri === undefined || !URL.canParse(uri, origin)) return undefined;
  const address = new URL(uri, origin);
  const isPage = address.protocol === 'https:' || address.protocol === 'http:';
  const isOurs = address.origin === origin && address.username === '' && address.password === '';
  return isPage && isOurs ? address.pathname + address.search + address.hash : undefined;
}
