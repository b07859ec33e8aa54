import { createPublicKey } from 'node:crypto';

/** A web push public key is an uncompressed P-256 point: 65 bytes in base64url. */
export function isCurvePoint(encoded: string): boolean {
  const bytes = Buffer.from(encoded, 'base64url');
  if (!/^[\w-]+={0,2}$/.test(encoded) || bytes.length !== 65 || bytes[0] !== 4) return false;
  const point = { x: bytes.toString('base64url', 1, 33), y: bytes.toString('base64url', 33) };
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...point }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}
