// The token that was in the address of the page. A script at the top of index.html took it out before anything else ran; here
// it is read, once: afterwards nothing on the page holds it but whoever asked.
declare global {
  interface Window {
    fxidHandedToken?: string;
  }
}

export function takeHandedToken(page: { fxidHandedToken?: string } = window): string | undefined {
  const raw = page.fxidHandedToken;
  if (raw === undefined || raw === '') return undefined;
  try {
    return decodeURIComponent(raw);
  } catch (error) {
    // It was no address that we made; the server says what is wrong with it.
    if (error instanceof URIError) return raw;
    throw error;
  }
}
