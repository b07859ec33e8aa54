import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { createGameKeys, type GameKeys } from '#server/features/game-keys/game-keys.ts';
import { createGameJwts, type GameJwts } from '#server/features/game-tokens/game-jwt.ts';
import { createSigningKeys, type SigningKeys } from '#server/features/game-tokens/signing-keys.ts';
import { createLog } from '#server/http/log.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';

export interface GameTestApp extends Pick<TestApp, 'app' | 'database' | 'sessions' | 'client'>, AsyncDisposable {
  readonly gameKeys: GameKeys;
  readonly gameJwts: GameJwts;
  readonly signingKeys: SigningKeys;
  word(key: string, game: string, claims: AssertionClaims): Promise<string>;
}

export interface AssertionClaims {
  readonly sub?: string;
  readonly iss?: string;
  readonly aud?: string | string[];
  readonly jti?: string;
  readonly alg?: string;
  readonly kid?: string;
  readonly issuedAt?: number;
  readonly livesSeconds?: number;
}

export async function createGameTestApp(): Promise<GameTestApp> {
  const server = await createTestApp({ poolSize: 10, env: { REQUESTS_PER_MINUTE: '600000' } });
  const { database, sealer } = server;
  const now = (): Date => new Date();
  const signingKeys = createSigningKeys({ database, sealer, now, log: createLog({ level: 'silent' }) });
  return {
    ...server,
    gameKeys: createGameKeys(database, sealer),
    signingKeys,
    gameJwts: createGameJwts({ signingKeys, portalUrl: 'http://localhost:8080', now }),
    word: signAssertion,
  };
}

export async function signAssertion(key: string, game: string, claims: AssertionClaims): Promise<string> {
  const [, keyId = '', secret = ''] = /^fxk_([0-9a-f]+)_([0-9a-f]+)$/.exec(key) ?? [];
  const issuedAt = claims.issuedAt ?? Math.floor(Date.now() / 1000);
  const jwt = new SignJWT({})
    .setProtectedHeader({ alg: claims.alg ?? 'HS256', kid: claims.kid ?? keyId })
    .setIssuer(claims.iss ?? game)
    .setAudience(claims.aud ?? 'fxid')
    .setJti(claims.jti ?? randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (claims.livesSeconds ?? 300));
  if (claims.sub !== undefined) jwt.setSubject(claims.sub);
  return jwt.sign(new TextEncoder().encode(secret));
}
