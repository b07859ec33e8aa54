// The key with which a simulated vendor signs its tokens, created once per process.
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet, type JWTPayload } from 'jose';

export interface SimulatorSigningKey {
  sign(claims: JWTPayload): Promise<string>;
  publish(): Promise<JSONWebKeySet>;
}

export function createSimulatorSigningKey(): SimulatorSigningKey {
  const kid = randomUUID();
  let made: ReturnType<typeof generateKeyPair> | undefined;
  const pair = () => (made ??= generateKeyPair('RS256'));
  return {
    async sign(claims) {
      const { privateKey } = await pair();
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey);
    },
    async publish() {
      const { publicKey } = await pair();
      return { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] };
    },
  };
}

export function tamperSignature(token: string): string {
  const at = token.lastIndexOf('.') + 1;
  const signature = Buffer.from(token.slice(at), 'base64url');
  signature.writeUInt8(signature.readUInt8(8) ^ 1, 8);
  return token.slice(0, at) + signature.toString('base64url');
}
