import { Buffer } from 'node:buffer';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Fetch } from '#model/fetch.server.ts';
import type { IdentityHost, VerifyLoginResult } from '../port.server.ts';
import { adapter } from './adapter.server.ts';
import { verifyEpicIdToken } from './verify-id-token.server.ts';

// A token and its key, created by another program.
const vector = {
  key: {
    kty: 'RSA',
    kid: 'testkid1',
    e: 'AQAB',
    n: '1_I4YM6Y81zfixQcpsyMDBYxUv0YBA5-XouJDL14vGmkzoBwvjuASr_BAOgAMXjcHSOi15yd72Ou0zBb4mH6UzLYsEa50rXl3QtUtQpmH-ojwvSQkngrFjyvJiFhElsNO82Np07NK4M8Cz2nE9rnqB6a-ZhJrOTKirCs3YOqcIwg-cBZD1sUVbcF3_jft389vhPG6-VadbARWys-5BCZeiIkBwwoRSEQpb5ZDTQO1TgTKoLv7yhwxF5n_t3R05I3SBlgJAVPJoHLfhxtqFqL8f2ct0b5_WyrE0mBTK7N0Fwm3QnJ466iEEj0etQYSXFUWOsYHuRzBV2I9dG-LGQgtw',
  },
  signed:
    'eyJhbGciOiJSUzI1NiIsImtpZCI6InRlc3RraWQxIiwidHlwIjoiSldUIn0.eyJpc3MiOiJodHRwczovL2FwaS5lcGljZ2FtZXMuZGV2L2VwaWMvb2F1dGgvdjIiLCJzdWIiOiIwYTFiMmMzZDRlNWY2MDcxODI5M2E0YjVjNmQ3ZThmOSIsImF1ZCI6Inh5emE3ODkxdGVzdGNsaWVudCIsImlhdCI6MTcwMDAwMDAwMCwiZXhwIjoxNzAwMDA3MjAwfQ.0_lPd01TU-K6aVW-9XS6AE5qSvRuMfbq8BgV0pPQpGwf5queKejKxH0cCfyKU8-JwYKI1IryM2HHmbfZ_AtB0064kKhUfme6-ATAImc1yzKkHrPkW0xRs3C5WJ_m_CLd2QVb9u4xWpm_zc-LpHeaJJSFFkfA5ZbXIwx3az3PiRy1Tw2_vrGCP-NLuRjKgwF3I6o9Rmm7qN4aRrBjnbisBNqYV8HLTT37uH_QU6-zW0eBm_vf0thVXKw_C24VMNFfu0IaPCmMbLlYmnEVTcb7tRtUXfst9ra2V17Hdn3UTB546H-ZGpNhqjjhNw2eHQ_CInn3BxGsv6XoKcUVcZvSqQ',
};
const clientId = 'xyza7891testclient';
const account = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const proved: VerifyLoginResult = { outcome: 'proved', proof: { identity: { type: 'Egs', externalId: account } } };

const issuedSeconds = 1_700_000_000;
const atSeconds = (seconds: number) => new Date(seconds * 1000);
const now = atSeconds(issuedSeconds + 100);

const ours = await generateKeyPair('RS256');
const theirs = await generateKeyPair('RS256');
const ourKey = { ...(await exportJWK(ours.publicKey)), kid: 'ours' };
const claims = {
  iss: 'https://api.epicgames.dev/epic/oauth/v2',
  aud: clientId,
  sub: account,
  iat: issuedSeconds,
  exp: issuedSeconds + 7200,
};
type Claims = Readonly<Record<string, unknown>>;

const sign = (changed: Claims = {}, header: object = { kid: 'ours' }, key: CryptoKey = ours.privateKey) =>
  new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'RS256', ...header }).sign(key);

const verify = (token: string, client = clientId, at = now, apiUrl?: string) =>
  verifyEpicIdToken(token, {
    clientId: client,
    apiUrl,
    now: at,
    findKey: createLocalJWKSet({ keys: [ourKey, vector.key] }),
  });

describe('an ID token', () => {
  it('of another implementation is accepted until it expires, and for its own client only', async () => {
    expect(await verify(vector.signed)).toEqual(proved);
    expect(await verify(vector.signed, clientId, atSeconds(1_700_007_199))).toEqual(proved);
    expect((await verify(vector.signed, clientId, atSeconds(1_700_007_200))).outcome).toBe('refused');
    expect((await verify(vector.signed, 'another')).outcome).toBe('refused');
  });

  it('of the older issuer is accepted, and one of a service URL from the settings', async () => {
    expect(await verify(await sign({ iss: 'https://api.epicgames.dev/epic/oauth/v1' }))).toEqual(proved);
    const moved = await sign({ iss: 'http://localhost:1/x/epic/oauth/v2' });
    expect((await verify(moved)).outcome).toBe('refused');
    expect(await verify(moved, clientId, now, 'http://localhost:1/x')).toEqual(proved);
  });

  it.each<[why: string, changed: Claims]>([
    ['of an issuer that only starts like Epic', { iss: 'https://api.epicgames.dev/epic/oauth/v2/evil' }],
    ['of the other family of tokens', { iss: 'https://api.epicgames.dev/auth/v1/oauth' }],
    ['for another client', { aud: 'another' }],
    ['issued in the future', { iat: issuedSeconds + 100 + 61 }],
    ['without an expiry', { exp: undefined }],
    ['whose account is too short', { sub: account.slice(1) }],
    ['whose account is not a number', { sub: 'g'.repeat(32) }],
  ])('%s is refused', async (_, changed) => {
    expect((await verify(await sign(changed))).outcome).toBe('refused');
  });

  it('that names no key, or has another signer, is refused', async () => {
    expect((await verify(await sign({}, {}))).outcome).toBe('refused');
    expect((await verify(await sign({}, { kid: 'ours' }, theirs.privateKey))).outcome).toBe('refused');
  });
});

type Settings = Parameters<NonNullable<typeof adapter.verify>>[1]['settings'];
interface Request {
  readonly address: string;
  readonly form: Record<string, string>;
  readonly authorization: string | undefined;
}

/** A service with scripted responses. Records the requests. */
function epicAnswering(answers: Readonly<Record<string, unknown>>, status = 200) {
  const requests: Request[] = [];
  const fetch: Fetch = async (address, options) => {
    const call = new URL(address).pathname.split('/').at(-1) ?? '';
    if (call === 'jwks.json') {
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ keys: [ourKey] })) };
    }
    const form = Object.fromEntries(new URLSearchParams(options?.body));
    requests.push({ address, form, authorization: options?.headers?.['authorization'] });
    return { status, headers: {}, body: Buffer.from(JSON.stringify(answers[call])) };
  };
  const settings: Settings = {
    ClientId: clientId,
    ClientSecret: 'secret',
    DeploymentId: 'deployment',
    RedirectUrl: 'https://play.example/epic',
  };
  const host: IdentityHost<Settings> = {
    fetch,
    now: () => now,
    log: { warn: () => {} },
    portalUrl: 'https://play.example',
    settings,
  };
  return { host, requests };
}

describe('a code', () => {
  it('of the browser is exchanged with our secret and our address, and its ID token is checked', async () => {
    const { host, requests } = epicAnswering({ token: { id_token: await sign(), account_id: account } });
    expect(await adapter.verify?.({ Code: 'c' }, host)).toEqual(proved);
    expect(requests).toEqual([
      {
        address: 'https://api.epicgames.dev/epic/oauth/v2/token',
        form: {
          grant_type: 'authorization_code',
          code: 'c',
          redirect_uri: 'https://play.example/epic',
          deployment_id: 'deployment',
        },
        authorization: `Basic ${Buffer.from(`${clientId}:secret`).toString('base64')}`,
      },
    ]);
  });

  it('of the launcher without an ID token is accepted if Epic confirms that the access token is for our client', async () => {
    const token = { access_token: 'a', account_id: account, client_id: clientId };
    const tokenInfo = { active: true, client_id: clientId, account_id: account };
    const { host, requests } = epicAnswering({ token, tokenInfo });
    expect(await adapter.verify?.({ Code: 'c', Kind: 'ExchangeCode' }, host)).toEqual(proved);
    expect(requests.map(({ form }) => form)).toEqual([
      { grant_type: 'exchange_code', exchange_code: 'c', deployment_id: 'deployment' },
      { token: 'a' },
    ]);
  });

  const token = { access_token: 'a', account_id: account, client_id: clientId };
  const tokenInfo = { active: true, client_id: clientId, account_id: account };
  it.each<[why: string, answers: Record<string, unknown>]>([
    ['for another client', { token: { ...token, client_id: 'another' }, tokenInfo }],
    ['whose access token is of another client', { token, tokenInfo: { ...tokenInfo, client_id: 'another' } }],
    ['whose access token has expired', { token, tokenInfo: { ...tokenInfo, active: false } }],
    ['whose access token is of another account', { token, tokenInfo: { ...tokenInfo, account_id: 'f'.repeat(32) } }],
    [
      'whose access token has no account',
      { token: { access_token: 'a' }, tokenInfo: { active: true, client_id: clientId } },
    ],
    ['with no token at all', { token: {} }],
    ['with a list as reply', { token: [] }],
    ['with an empty reply', { token: null }],
  ])('with the reply %s is refused', async (_, answers) => {
    const { host } = epicAnswering(answers);
    expect(await adapter.verify?.({ Code: 'c' }, host)).toMatchObject({ outcome: 'refused' });
  });

  it('whose ID token is invalid, or of another account than the reply, is refused', async () => {
    const foreign = epicAnswering({ token: { id_token: await sign({ aud: 'another' }), account_id: account } });
    expect(await adapter.verify?.({ Code: 'c' }, foreign.host)).toMatchObject({ outcome: 'refused' });
    const mixed = epicAnswering({ token: { id_token: await sign(), account_id: 'f'.repeat(32) } });
    expect(await adapter.verify?.({ Code: 'c' }, mixed.host)).toMatchObject({ outcome: 'refused' });
  });

  it('that is unknown to Epic is refused with the code of its error', async () => {
    const errorCode = 'errors.com.epicgames.account.oauth.authorization_code_not_found';
    const { host } = epicAnswering({ token: { errorCode } }, 400);
    expect(await adapter.verify?.({ Code: 'c' }, host)).toEqual({
      outcome: 'refused',
      reason: `Epic's token answered 400 ${errorCode}`,
    });
  });

  it('that is empty is refused without a request', async () => {
    const { host, requests } = epicAnswering({});
    expect(await adapter.verify?.({ Code: '' }, host)).toMatchObject({ outcome: 'refused' });
    expect(requests).toEqual([]);
  });
});
