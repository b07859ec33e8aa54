import { createECDH } from 'node:crypto';
import type { PushKeyPair } from './push-keys.ts';

export function isKeyPair({ publicKey, privateKey }: PushKeyPair): boolean {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (!/^[\w-]{43}=?$/.test(privateKey) || bytes.length !== 32) return false;
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(bytes);
    return curve.getPublicKey('base64url') === publicKey.replace(/=+$/, '');
  } catch {
    return false;
  }
}
