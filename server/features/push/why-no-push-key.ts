// What is wrong with a `WebPushPublicKey` that somebody sets. A browser would say so to the first player who wants to be told of news.
import { isCurvePoint } from './is-curve-point.ts';

/** Undefined: it is a key, or there is none. Nothing of it is repeated: it might be the private one. */
export function whyNoPushKey(key: string | undefined): string | undefined {
  if (key === undefined || isCurvePoint(key)) return undefined;
  const isPrivate = /^[\w-]{43}=?$/.test(key);
  const what = isPrivate
    ? 'is as long as a private key, which no page may read'
    : 'is no public key for web push (VAPID: a point of P-256, 65 bytes in base64url, 87 characters that begin with B)';
  return `${what}: leave it out, and the portal makes its own`;
}
