import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { signFacebookRequest } from '#kit/simulator-facebook.server.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { defaultScenario as scenario } from '../scenario.ts';
import { simulator } from './simulator.server.ts';
import { verify } from './verify.server.ts';

const secret = '0123456789abcdef0123456789abcdef';
const signed = {
  canvas:
    'q39twHG94U06-PvvsJcrE0WcdGImPwCNoAP-sKHzkrs.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImV4cGlyZXMiOjE3MDAwMDcyMDAsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwib2F1dGhfdG9rZW4iOiJFQUFURVNUdG9rZW4iLCJ1c2VyIjp7ImNvdW50cnkiOiJ1cyIsImxvY2FsZSI6ImVuX1VTIiwiYWdlIjp7Im1pbiI6MjF9fSwidXNlcl9pZCI6IjEwMTUwMDAwMDAwMDAwMDAxIn0',
  visitor:
    'YstAR-Q2kFkaNEwtWN1jqCsg-T4anJ435s3N58-_TqI.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwidXNlciI6eyJjb3VudHJ5IjoidXMiLCJsb2NhbGUiOiJlbl9VUyIsImFnZSI6eyJtaW4iOjAsIm1heCI6MTJ9fX0',
  payment:
    'Ecnf0wV7G-sKGgk8GLCFgksU98nI5kDxF7pTg5kjpik.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImFtb3VudCI6IjQuOTkiLCJjdXJyZW5jeSI6IlVTRCIsImlzc3VlZF9hdCI6MTcwMDAwMDEwMCwicGF5bWVudF9pZCI6IjcwMDAwMDAwMDAwMDAwMSIsInF1YW50aXR5IjoiMSIsInJlcXVlc3RfaWQiOiJvcmQ3ZjNhOWMyMSIsInN0YXR1cyI6ImNvbXBsZXRlZCJ9',
};

describe('a signed request', () => {
  const settings = { AppId: '42', AppSecrets: ['another0secret', secret] };
  const check = (SignedRequest: string, atS = 1_700_000_000, more: object = {}) =>
    verify({ SignedRequest }, createTestVendorHost({ ...settings, ...more }, { now: new Date(atS * 1000) }));

  it('of the canvas identifies the player, with any of the secrets', async () => {
    expect(await check(signed.canvas)).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'Facebook', externalId: '10150000000000001' } },
      guest: false,
    });
  });

  it.each([
    ['of a visitor who has not authorised the app', signed.visitor, 1_700_000_000, 'names no player'],
    ['of a payment', signed.payment, 1_700_000_100, 'for a payment'],
    ['that is old', signed.canvas, 1_700_000_601, 'older than 600 s'],
    ['without a time', signFacebookRequest({ user_id: '1' }, secret), 1_700_000_000, 'not a launch'],
    [
      'with an invalid id',
      signFacebookRequest({ user_id: 'x', issued_at: 1_700_000_000 }, secret),
      1_700_000_000,
      'not a launch',
    ],
  ])('%s proves no player', async (_, text, atS, reason) => {
    expect(await check(text, atS)).toEqual({ outcome: 'refused', reason: expect.stringContaining(reason) });
  });

  it('expires with its token, whatever age is allowed', async () => {
    const long = { MaxAgeSeconds: 86_400 };
    expect(await check(signed.canvas, 1_700_007_199, long)).toMatchObject({ outcome: 'proved' });
    expect(await check(signed.canvas, 1_700_007_200, long)).toMatchObject({ outcome: 'refused' });
    const endless = signFacebookRequest({ user_id: '1', issued_at: 1_700_000_000, expires: 0 }, secret);
    expect(await check(endless)).toMatchObject({ outcome: 'proved' });
  });
});

describe('the launch that the canvas posts', () => {
  const now = () => new Date();
  const place = { at: 'http://vendors.example/lab/vendors/facebookgames', hookUrl: 'http://127.0.0.1:1/', now };
  const player = buildSimulatedPlayer('registered', 'facebookgames');
  let server: TestApp;

  beforeAll(async () => {
    server = await createTestApp({ now, settings: { platforms: { facebookgames: simulator.settings(place) } } });
    await insertDemoContent(server.database);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const fieldsOf = async (who = player, at = place) => {
    const { post } = await simulator.launch(who, { ...scenario, language: 'de' }, at);
    if (!post) throw new Error('The canvas posts nothing.');
    return post.fields;
  };
  const canvas = { origin: 'https://apps.facebook.com', 'sec-fetch-dest': 'iframe' };
  async function post(fields: Readonly<Record<string, string>>, headers: object = canvas, game = 'gem-miner?ref=feed') {
    return server.app.inject({
      method: 'POST',
      url: `/api/v1/auth/authenticate_from_facebook_games/${game}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  }
  const addressIn = (html: string): URL =>
    new URL((/content="0;url=([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&'));
  const signIn = (SignedRequest: string) =>
    server.client().auth.authenticateFromSocial({
      Social: 'FacebookGames',
      Game: 'gem-miner',
      FacebookGames: { SignedRequest },
    });

  it('leads to the player’s page, with the posted request in the fragment, under its own policy', async () => {
    const fields = await fieldsOf();
    const { statusCode, headers, body } = await post(fields);
    expect(statusCode).toBe(200);
    const { pathname, search, hash } = addressIn(body);
    expect(pathname + search).toBe('/play/gem-miner/iframe/facebookgames?ref=feed');
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual(fields);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors https://apps.facebook.com https://*.facebook.com');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('sandbox');
    expect(body).not.toContain('<script');
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  });

  it('is also accepted with the field names of the contract, and for a visitor', async () => {
    const { signed_request, fb_locale } = await fieldsOf({ ...player, isGuest: true });
    const { body } = await post({ SignedRequest: signed_request ?? '', FbLocale: fb_locale ?? '' });
    const { hash } = addressIn(body);
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({ signed_request, fb_locale });
    expect(fb_locale).toBe('de_DE');
  });

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-dest': 'iframe' }, 403],
    ['a host with a similar name', { origin: 'https://apps.facebook.com.evil.example' }, 403],
    ['an unframed page without an origin', { origin: 'null', 'sec-fetch-dest': 'document' }, 403],
    ['a caller without an origin', {}, 403],
    // If the browser hides the origin, the response's `frame-ancestors` policy decides about framing.
    ['a framed page without an origin', { origin: 'null', 'sec-fetch-dest': 'iframe' }, 200],
    ['another page of Facebook', { origin: 'https://www.facebook.com' }, 200],
  ])('from %s with %j is answered with %s', async (_, headers, status) => {
    expect((await post(await fieldsOf(), headers)).statusCode).toBe(status);
  });

  it('signs in once: posting it again leads to a page without a player', async () => {
    const fields = await fieldsOf();
    const signedRequest = async () =>
      new URLSearchParams(addressIn((await post(fields)).body).hash.slice(1)).get('signed_request') ?? '';
    const first = await signIn(await signedRequest());
    await expect(signIn(await signedRequest())).rejects.toMatchObject({ status: 401, code: 'ProofRefused' });
    const later = () => new Date(now().getTime() + 1000);
    const { signed_request = '' } = await fieldsOf(player, { ...place, now: later });
    expect((await signIn(signed_request)).AccountId).toBe(first.AccountId);
  });

  it.each([
    ['nothing', {}, 400, 'InvalidRequest'],
    ['a field too many', { signed_request: 'x', more: 'y' }, 400, 'InvalidRequest'],
    ['an invalid language', { signed_request: 'x', fb_locale: '<script>' }, 400, 'InvalidRequest'],
    ['something unsigned', { signed_request: 'a.b' }, 401, 'ProofRefused'],
    ['a request signed by another app', { signed_request: signed.canvas }, 401, 'ProofRefused'],
  ])('is refused with %s', async (_, fields: Record<string, string>, status, code) => {
    const { statusCode, body } = await post(fields);
    expect([statusCode, (JSON.parse(body) as { Code: string }).Code]).toEqual([status, code]);
  });

  test('cannot start another game through the query, or an unknown game', async () => {
    const fields = await fieldsOf();
    expect(addressIn((await post(fields, canvas, 'gem-miner?Game=sky-courier')).body).pathname).toContain(
      '/gem-miner/',
    );
    expect((await post(fields, canvas, 'no-such-game')).statusCode).toBe(404);
  });
});
