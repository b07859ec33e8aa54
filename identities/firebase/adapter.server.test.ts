import { Buffer } from 'node:buffer';
import { createLocalJWKSet, exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { IdentityHost, SignInResult, IdentityTools, VerifyLoginResult } from '../port.server.ts';
import { adapter } from './adapter.server.ts';
import { verifyFirebaseIdToken } from './verify-id-token.server.ts';

// A token and its key, created by another program.
const vector = {
  key: {
    kty: 'RSA',
    kid: 'testkid1',
    e: 'AQAB',
    n: '1_I4YM6Y81zfixQcpsyMDBYxUv0YBA5-XouJDL14vGmkzoBwvjuASr_BAOgAMXjcHSOi15yd72Ou0zBb4mH6UzLYsEa50rXl3QtUtQpmH-ojwvSQkngrFjyvJiFhElsNO82Np07NK4M8Cz2nE9rnqB6a-ZhJrOTKirCs3YOqcIwg-cBZD1sUVbcF3_jft389vhPG6-VadbARWys-5BCZeiIkBwwoRSEQpb5ZDTQO1TgTKoLv7yhwxF5n_t3R05I3SBlgJAVPJoHLfhxtqFqL8f2ct0b5_WyrE0mBTK7N0Fwm3QnJ466iEEj0etQYSXFUWOsYHuRzBV2I9dG-LGQgtw',
  },
  signed:
    'eyJhbGciOiJSUzI1NiIsImtpZCI6InRlc3RraWQxIiwidHlwIjoiSldUIn0.eyJpc3MiOiJodHRwczovL3NlY3VyZXRva2VuLmdvb2dsZS5jb20vZGVtby1wb3J0YWwiLCJhdWQiOiJkZW1vLXBvcnRhbCIsImF1dGhfdGltZSI6MTcwMDAwMDAwMCwidXNlcl9pZCI6ImZiVWlkMDAwMSIsInN1YiI6ImZiVWlkMDAwMSIsImlhdCI6MTcwMDAwMDAwMCwiZXhwIjoxNzAwMDAzNjAwLCJlbWFpbCI6InBAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiZmlyZWJhc2UiOnsiaWRlbnRpdGllcyI6eyJnb29nbGUuY29tIjpbIjEwODAwMDAwMDAwMDAwMDAwMDAwMSJdLCJlbWFpbCI6WyJwQGV4YW1wbGUuY29tIl19LCJzaWduX2luX3Byb3ZpZGVyIjoiZ29vZ2xlLmNvbSJ9fQ.KE1reg6-2UVorjoDv_d6TDgd92HzUF7L1KCm3EjVTvGSviFfNRCXFDk0Qwo80p_qFl6rIHWlkhZulocTtHSWIVseR1W57mGGzEZ_sTfWYoJM_GWVIiHfCdR7Dfh9jJISsxw_8vM_XPhQ56BqnAO3RJmsmA7Sv4hTOc2fPXMuyivzvBYt7yTWv69MJ6g_baP_cAjL0Yu1nsmsvjx6ujYX9VTNjBdSmzUetUowiOPDVQ16iUOa92www3i34c8Yjqf0HhuRsmSrF31MctV-xbSDFbDsByN7Cba2JeKKPUV5O_eyZ1feJiIxabIvNeaSFb6CEkSM_sR8A-nDw9yqA08fWg',
  unsigned:
    'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJpc3MiOiJodHRwczovL3NlY3VyZXRva2VuLmdvb2dsZS5jb20vZGVtby1wb3J0YWwiLCJhdWQiOiJkZW1vLXBvcnRhbCIsImF1dGhfdGltZSI6MTcwMDAwMDAwMCwidXNlcl9pZCI6ImZiVWlkMDAwMSIsInN1YiI6ImZiVWlkMDAwMSIsImlhdCI6MTcwMDAwMDAwMCwiZXhwIjoxNzAwMDAzNjAwLCJlbWFpbCI6InBAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiZmlyZWJhc2UiOnsiaWRlbnRpdGllcyI6eyJnb29nbGUuY29tIjpbIjEwODAwMDAwMDAwMDAwMDAwMDAwMSJdLCJlbWFpbCI6WyJwQGV4YW1wbGUuY29tIl19LCJzaWduX2luX3Byb3ZpZGVyIjoiZ29vZ2xlLmNvbSJ9fQ.',
};

const atSeconds = (seconds: number) => new Date(seconds * 1000);
const issuedSeconds = 1_700_000_000;
const now = atSeconds(issuedSeconds + 100);

const ours = await generateKeyPair('RS256', { extractable: true });
const theirs = await generateKeyPair('RS256');
const ourKey = { ...(await exportJWK(ours.publicKey)), kid: 'ours' };

const googleClaims = {
  iss: 'https://securetoken.google.com/demo-portal',
  aud: 'demo-portal',
  sub: 'fbUid0001',
  iat: issuedSeconds,
  auth_time: issuedSeconds,
  exp: issuedSeconds + 3600,
  name: ' Grace Hopper ',
  email: 'p@example.com',
  email_verified: true,
  firebase: { identities: { 'google.com': ['108'], 'facebook.com': ['555'] }, sign_in_provider: 'google.com' },
};

type Claims = Readonly<Record<string, unknown>>;

const sign = (claims: Claims, header: object = { kid: 'ours' }, key: CryptoKey | Uint8Array = ours.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(key);

const verify = (token: string, projectId = 'demo-portal', at = now) =>
  verifyFirebaseIdToken(token, { projectId, now: at, findKey: createLocalJWKSet({ keys: [ourKey, vector.key] }) });

const reasonOf = (verdict: VerifyLoginResult) => (verdict.outcome === 'refused' ? verdict.reason : 'proved');

describe('a token of another implementation', () => {
  it('is accepted until it expires, and proves the id at the provider, not that of Firebase', async () => {
    const expected: VerifyLoginResult = {
      outcome: 'proved',
      proof: {
        identity: { type: 'Google', externalId: '108000000000000000001' },
        email: { address: 'p@example.com', verified: true },
      },
    };
    expect(await verify(vector.signed, 'demo-portal', atSeconds(1_700_000_100))).toEqual(expected);
    expect(await verify(vector.signed, 'demo-portal', atSeconds(1_700_003_599))).toEqual(expected);
  });

  it('is refused from the second at which it expires', async () => {
    for (const seconds of [1_700_003_600, 1_700_003_601, 1_800_000_000]) {
      expect(reasonOf(await verify(vector.signed, 'demo-portal', atSeconds(seconds)))).toContain('"exp"');
    }
  });

  it('is refused for another project', async () => {
    expect(reasonOf(await verify(vector.signed, 'another-portal'))).toMatch(/"(aud|iss)"/);
  });

  it('is refused without its signature', async () => {
    expect(reasonOf(await verify(vector.unsigned))).not.toBe('proved');
  });
});

describe('a token is refused', () => {
  it.each<[why: string, changed: Claims]>([
    ['for another audience', { aud: 'another-portal' }],
    ['for several audiences', { aud: ['demo-portal', 'another-portal'] }],
    ['of another issuer', { iss: 'https://securetoken.google.com/another-portal' }],
    ['of an issuer that only starts like ours', { iss: 'https://securetoken.google.com/demo-portal.evil' }],
    ['that has expired', { exp: issuedSeconds + 100 }],
    ['without an expiry', { exp: undefined }],
    ['issued in the future', { iat: issuedSeconds + 100 + 61 }],
    ['without a time of issue', { iat: undefined }],
    ['whose sign-in is in the future', { auth_time: issuedSeconds + 100 + 61 }],
    ['without a time of sign-in', { auth_time: undefined }],
    ['without a user', { sub: '' }],
    ['whose user is too long', { sub: 'u'.repeat(129) }],
    ['of a tenant', { firebase: { ...googleClaims.firebase, tenant: 'somebody' } }],
    ['without the id at the provider', { firebase: { identities: {}, sign_in_provider: 'google.com' } }],
    [
      'whose id at the provider is not a string',
      { firebase: { identities: { 'google.com': [108] }, sign_in_provider: 'google.com' } },
    ],
    ['without a sign-in provider', { firebase: { identities: { 'google.com': ['108'] } } }],
    ['without the Firebase claims', { firebase: undefined }],
  ])('%s', async (_, changed) => {
    expect(reasonOf(await verify(await sign(googleClaims)))).toBe('proved');
    expect(reasonOf(await verify(await sign({ ...googleClaims, ...changed })))).not.toBe('proved');
  });

  it.each(['anonymous', 'password', 'phone', 'custom', 'toString'])('of the sign-in provider %s', async (way) => {
    const firebase = { identities: { [way]: ['1'] }, sign_in_provider: way };
    expect(reasonOf(await verify(await sign({ ...googleClaims, firebase })))).toContain(`"${way}" is not accepted`);
  });

  it('that has another signer, no algorithm or another algorithm', async () => {
    expect(reasonOf(await verify(await sign(googleClaims, { kid: 'ours' }, theirs.privateKey)))).toContain('signature');
    expect(reasonOf(await verify(new UnsecuredJWT(googleClaims).encode()))).not.toBe('proved');
    // Algorithm confusion: the public key, which everyone has, used as an HMAC secret.
    const publicText = Buffer.from(await exportSPKI(ours.publicKey));
    const symmetric = await sign(googleClaims, { alg: 'HS256', kid: 'ours' }, publicText);
    expect(reasonOf(await verify(symmetric))).toContain('"alg"');
  });

  it.each(['RS384', 'RS512', 'PS256'])('that is signed with the right key by %s', async (alg) => {
    const key = await importJWK(await exportJWK(ours.privateKey), alg);
    expect(reasonOf(await verify(await sign(googleClaims, { alg, kid: 'ours' }, key)))).toContain('"alg"');
  });

  it('that names no key, such as a custom token of another server', async () => {
    expect(reasonOf(await verify(await sign(googleClaims, {})))).toBe('The token names no key.');
    const aud = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';
    expect(reasonOf(await verify(await sign({ ...googleClaims, aud }, {})))).toBe('The token names no key.');
    expect(reasonOf(await verify(await sign({ ...googleClaims, aud })))).toContain('"aud"');
  });

  it.each(['', 'x', 'a.b.c', '....', 'e30.e30.e30'])('that is not a token: %j', async (token) => {
    expect(reasonOf(await verify(token))).not.toBe('proved');
  });
});

it('tolerates clocks that differ by a minute', async () => {
  const early = await sign({ ...googleClaims, iat: issuedSeconds + 160, auth_time: issuedSeconds + 160 });
  expect(reasonOf(await verify(early))).toBe('proved');
});

describe('the claims of a token', () => {
  const proofOf = async (changed: Claims) => {
    const verdict = await verify(await sign({ ...googleClaims, ...changed }));
    if (verdict.outcome === 'refused') throw new Error(verdict.reason);
    return verdict.proof;
  };
  const by = (way: string) => ({ firebase: { identities: { [way]: ['7'] }, sign_in_provider: way } });

  it('only the provider of this sign-in counts', async () => {
    const { identity } = await proofOf({});
    expect(identity).toEqual({ type: 'Google', externalId: '108' });
  });

  it('a second subject, another provider or an aggregator is ignored, verified or not', async () => {
    const subjects = { 'google.com': ['7', '8'], 'facebook.com': ['108'], 'apple.com': ['108'], email: ['108'] };
    for (const email_verified of [true, false, undefined]) {
      for (const sub of ['fbUid0001', '108', 'somebody@players.example']) {
        const changed = { sub, user_id: '108', email: 'ada@players.example', email_verified };
        const firebase = { identities: subjects, sign_in_provider: 'google.com' };
        expect((await proofOf({ ...changed, firebase })).identity).toEqual({ type: 'Google', externalId: '7' });
      }
    }
  });

  it.each([
    ['google.com', true, true],
    ['google.com', false, false],
    ['google.com', undefined, false],
    ['google.com', 1, false],
    ['apple.com', true, true],
    ['apple.com', 'true', true],
    ['apple.com', 'false', false],
    ['facebook.com', true, false],
    ['facebook.com', 'true', false],
  ])('an address of %s with %j is verified: %j', async (way, said, verified) => {
    const { email } = await proofOf({ ...by(way), email_verified: said });
    expect(email).toEqual({ address: 'p@example.com', verified });
  });

  it('the name is trimmed and truncated, and name and address may be missing', async () => {
    expect((await proofOf({})).name).toBe('Grace Hopper');
    expect((await proofOf({ name: 'x'.repeat(500) })).name).toHaveLength(80);
    const bare = await proofOf({ name: 7, email: undefined });
    expect(bare).not.toHaveProperty('name');
    expect(bare).not.toHaveProperty('email');
  });
});

type Settings = Parameters<NonNullable<typeof adapter.verify>>[1]['settings'];

function hostWith(fetch: IdentityHost['fetch'], KeysUrl: string): IdentityHost<Settings> {
  return {
    fetch,
    now: () => now,
    log: { warn: () => {} },
    portalUrl: 'https://play.example',
    settings: { ApiKey: 'k', AuthDomain: 'd', ProjectId: 'demo-portal', AppId: 'a', KeysUrl },
  };
}

describe('the adapter', () => {
  const answering: IdentityHost['fetch'] = async () => ({
    status: 200,
    headers: {},
    body: Buffer.from(JSON.stringify({ keys: [ourKey] })),
  });

  it('fetches the keys from their URL', async () => {
    const host = hostWith(answering, 'https://keys.example/good');
    expect(await adapter.verify?.({ Token: await sign(googleClaims) }, host)).toMatchObject({ outcome: 'proved' });
  });

  it('refuses while the keys are unavailable', async () => {
    const host = hostWith(() => Promise.reject(new Error('no network')), 'https://keys.example/down');
    expect(await adapter.verify?.({ Token: await sign(googleClaims) }, host)).toEqual({
      outcome: 'refused',
      reason: 'The keys at https://keys.example/down could not be fetched.',
    });
  });

  it('signs in through its own call with the proved identity, for the game and with the consent of the call', async () => {
    const heard: unknown[] = [];
    const signedIn: SignInResult = { Token: 't', AccountId: 'a' };
    const tools = {
      signIn: async (...given: unknown[]) => {
        heard.push(given);
        return signedIn;
      },
    } as unknown as IdentityTools;
    const host = hostWith(answering, 'https://keys.example/good');
    const Token = await sign(googleClaims);
    expect(
      await adapter.calls.authenticate({ Token, GameSystemName: 'sky', MarketingEnabled: false }, host, tools),
    ).toBe(signedIn);
    await adapter.calls.authenticate({ Token: 'no.such.token' }, host, tools);
    expect(heard).toMatchObject([
      [{ outcome: 'proved' }, { game: 'sky', marketingEnabled: false }],
      [{ outcome: 'refused' }, {}],
    ]);
  });
});
