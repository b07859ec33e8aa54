// The token from the page's URL. A script in index.html removed it from the URL before anything else ran. It can be
// read once.
declare global {
  interface Window {
    fxidHandedToken?: string;
  }
}

export function readUrlToken(page: { fxidHandedToken?: string } = window): string | undefined {
  const raw = page.fxidHandedToken;
  if (raw === undefined || raw === '') return undefined;
  try {
    return decodeURIComponent(raw);
  } catch (error) {
    // Not a URL that we made; the server will reject the token.
    if (error instanceof URIError) return raw;
    throw error;
  }
}
