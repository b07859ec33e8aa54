import { isSameSignature } from '#model/is-same-signature.server.ts';

/**
 * During a key rotation there are two secrets. All are always tried, so that timing doesn't reveal which one matched.
 */
export const isSignedWithAnySecret = (
  signature: string,
  secrets: readonly string[],
  sign: (secret: string) => string,
): boolean => secrets.filter((secret) => isSameSignature(signature, sign(secret))).length > 0;
