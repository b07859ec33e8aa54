import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { createGameJwts, type GameJwts } from './game-jwt.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';

const portalUrl = 'https://play.example';
const accountId = '11111111-2222-4333-8444-555555555555';
let testing: TestDatabase;
let time = Date.parse('2026-03-01T12:00:00Z');
let signingKeys: SigningKeys;
let jwts: GameJwts;

beforeAll(async () => {
  testing = await createTestDatabase();
  const now = () => new Date(time);
  const log = createLog({ level: 'silent' });
  signingKeys = createSigningKeys({ database: testing.database, sealer: createSealer('tests'), now, log });
  jwts = createGameJwts({ signingKeys, portalUrl, now });
});
afterAll(() => testing.drop());

const seconds = () => Math.floor(time / 1000);

/** A valid token except for the given changes. */
async function forged(change: (jwt: SignJWT) => SignJWT, header: Record<string, unknown> = {}): Promise<string> {
  const { keyId, privateKey } = await signingKeys.current();
  const jwt = new SignJWT({ game_uid: 'uid', guest: false })
    .setIssuer(portalUrl)
    .setAudience('gem-miner')
    .setSubject(accountId)
    .setJti('one')
    .setIssuedAt(seconds())
    .setExpirationTime(seconds() + 600)
    .setProtectedHeader({ alg: 'ES256', typ: 'game+jwt', kid: keyId, ...header });
  return change(jwt).sign(privateKey);
}

test('names the player to one game, for ten minutes', async () => {
  const token = await jwts.sign(accountId, 'gem-miner', 'uid-7', true);
  expect(decodeProtectedHeader(token)).toEqual({
    alg: 'ES256',
    typ: 'game+jwt',
    kid: (await signingKeys.current()).keyId,
  });
  expect(decodeJwt(token)).toEqual({
    iss: portalUrl,
    aud: 'gem-miner',
    sub: accountId,
    game_uid: 'uid-7',
    guest: true,
    jti: expect.any(String) as string,
    iat: seconds(),
    exp: seconds() + 600,
  });
  expect(await jwts.verify('gem-miner', token)).toEqual({ accountId, gameUid: 'uid-7', guest: true });
});

test('is valid only for its own game and until it expires', async () => {
  const token = await jwts.sign(accountId, 'gem-miner', 'uid', false);
  expect(await jwts.verify('sky-courier', token)).toBeUndefined();
  time += 601_000;
  expect(await jwts.verify('gem-miner', token)).toBeUndefined();
});

test('accepts the token that the forgeries below are made from', async () => {
  expect(await jwts.verify('gem-miner', await forged((jwt) => jwt))).toBeDefined();
});

test.each<[string, (jwt: SignJWT) => SignJWT, Record<string, unknown>?]>([
  ['another issuer', (jwt) => jwt.setIssuer('https://evil.example')],
  ['another audience', (jwt) => jwt.setAudience('paper-fleet')],
  ['another type', (jwt) => jwt, { typ: 'JWT' }],
  ['no type', (jwt) => jwt, { typ: undefined }],
  ['no key named', (jwt) => jwt, { kid: undefined }],
  ['an unknown key named', (jwt) => jwt, { kid: 'unknown' }],
  ['a key named by a path', (jwt) => jwt, { kid: '../../etc/passwd' }],
])('rejects a token with %s', async (_, change, header) => {
  expect(await jwts.verify('gem-miner', await forged(change, header))).toBeUndefined();
});

test('rejects a token without an expiry', async () => {
  const { keyId, privateKey } = await signingKeys.current();
  const token = await new SignJWT({ game_uid: 'uid', guest: false, iss: portalUrl, aud: 'gem-miner', sub: accountId })
    .setJti('one')
    .setIssuedAt(seconds())
    .setProtectedHeader({ alg: 'ES256', typ: 'game+jwt', kid: keyId })
    .sign(privateKey);
  expect(await jwts.verify('gem-miner', token)).toBeUndefined();
});

test('rejects other algorithms, another key and no signature', async () => {
  const { keyId } = await signingKeys.current();
  const [published] = await signingKeys.published();
  const claims = { game_uid: 'uid', guest: false };
  const build = (alg: string) =>
    new SignJWT(claims)
      .setIssuer(portalUrl)
      .setAudience('gem-miner')
      .setSubject(accountId)
      .setJti('one')
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + 600)
      .setProtectedHeader({ alg, typ: 'game+jwt', kid: keyId });
  // The public key used as a shared secret.
  const confused = await build('HS256').sign(new TextEncoder().encode(JSON.stringify(published)));
  const stranger = await build('ES256').sign((await generateKeyPair('ES256')).privateKey);
  const unsigned = new UnsecuredJWT({ ...decodeJwt(stranger) }).encode();
  for (const token of [confused, stranger, unsigned, '', 'no token', 'a.b.c']) {
    expect(await jwts.verify('gem-miner', token)).toBeUndefined();
  }
});

test('rejects a token with any part changed', async () => {
  const token = await jwts.sign(accountId, 'gem-miner', 'uid', true);
  const [head = '', body = '', signature = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify({ ...decodeJwt(token), guest: false })).toString('base64url');
  expect(await jwts.verify('gem-miner', [head, other, signature].join('.'))).toBeUndefined();
  expect(await jwts.verify('gem-miner', [head, body, signature.slice(0, -4)].join('.'))).toBeUndefined();
});
