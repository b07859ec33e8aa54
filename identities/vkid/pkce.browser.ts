// PKCE proves that the exchange of a code comes from the browser that started the sign-in.

export const createPkceVerifier = (random: Uint8Array = crypto.getRandomValues(new Uint8Array(32))): string =>
  base64Url(random);

export async function createPkceChallenge(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
