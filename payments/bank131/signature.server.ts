// RSA (PKCS#1 v1.5) with SHA-256, in both directions. The signature covers neither a time nor the URL, so deduplication
// is the only protection against replay.
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

export const signBody = (body: string, privateKey: string): string =>
  sign('sha256', Buffer.from(body), createPrivateKey(privateKey)).toString('base64');

export function parsePublicKey(text: string): KeyObject | undefined {
  const isPem = text.includes('-----BEGIN');
  try {
    const key = isPem
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

export const isSignedWithKey = (body: Buffer, signature: string, key: KeyObject): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(signature) && verify('sha256', body, key, Buffer.from(signature, 'base64'));
