// Checks a configured `WebPushPublicKey`, so that the operator learns of an error first.
import { isCurvePoint } from './is-curve-point.ts';

/** Undefined: valid or not set. The message does not repeat the key, which might be the private one. */
export function findPushKeyError(key: string | undefined): string | undefined {
  if (key === undefined || isCurvePoint(key)) return undefined;
  const isPrivate = /^[\w-]{43}=?$/.test(key);
  const what = isPrivate
    ? 'is as long as a private key, which no page may read'
    : "isn't a public key for web push (VAPID: a point of P-256, 65 bytes in base64url, 87 characters that begin with B)";
  return `${what}: leave it out, and the portal makes its own`;
}
