import { sameSignature } from '#model/same-signature.server.ts';

/** While a secret is replaced there are two. All of them are tried: how long it takes says nothing about which it was. */
export const isSignedByAny = (
  signature: string,
  secrets: readonly string[],
  sign: (secret: string) => string,
): boolean => secrets.filter((secret) => sameSignature(signature, sign(secret))).length > 0;
