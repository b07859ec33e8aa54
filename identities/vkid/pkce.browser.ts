// The proof that whoever exchanges a code also began the sign-in: a random verifier that stays here, and its hash that is shown.

/** 43 random characters, of the alphabet that a verifier may have. They serve as a state as well. */
export const createVerifier = (random: Uint8Array = crypto.getRandomValues(new Uint8Array(32))): string =>
  base64Url(random);

export async function challengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
