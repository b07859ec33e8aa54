import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { createTestVendorHost, type VendorResponses } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';

// The reference's vector: a test key, and a token for game 90001 that is valid from 1700000000 to 1700003600.
const publishedKey =
  'MIIBCgKCAQEA1/I4YM6Y81zfixQcpsyMDBYxUv0YBA5+XouJDL14vGmkzoBwvjuASr/BAOgAMXjcHSOi15yd72Ou0zBb4mH6UzLYsEa50rXl3QtUtQpmH+ojwvSQkngrFjyvJiFhElsNO82Np07NK4M8Cz2nE9rnqB6a+ZhJrOTKirCs3YOqcIwg+cBZD1sUVbcF3/jft389vhPG6+VadbARWys+5BCZeiIkBwwoRSEQpb5ZDTQO1TgTKoLv7yhwxF5n/t3R05I3SBlgJAVPJoHLfhxtqFqL8f2ct0b5/WyrE0mBTK7N0Fwm3QnJ466iEEj0etQYSXFUWOsYHuRzBV2I9dG+LGQgtwIDAQAB';
const published =
  'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VySWQiOiJjZ1Rlc3RVc2VyMDAwMDAwMDAwMDAwMDAwMSIsImdhbWVJZCI6IjkwMDAxIiwidXNlcm5hbWUiOiJUZXN0LlBsYXllcjEiLCJwcm9maWxlUGljdHVyZVVybCI6Imh0dHBzOi8vaW1hZ2VzLmV4YW1wbGUvYXZhdGFyLnBuZyIsImlhdCI6MTcwMDAwMDAwMCwiZXhwIjoxNzAwMDAzNjAwfQ.Cd3P-1yVdF30O30dd_xO4hoO-WIeGABXI5fAgetKiWshKCmgGNwyQBOZwZgIU4xqG0-XuxuJkgNcQMAhsXIJUhXnczoHLmi1B83XBgKKWtGAzL4dFm9J_DBCLX2-85xXMhDUEq7n-24IdIYa0M7_DTLr5e-GcXKGh7Pfdin7VdmT0Psewgt7z3aHVCrIrRvY0z2a0i2KOrjS-MYBKACQKX5ixd3G-5-XqO2tSd3tSVO_PWRTv7-m-HIlSumZBrr7fAydXE9y3-7EcWYlpCf6LAsR4jzCWjhN_6hG8CBIW9hPbhQXTnT2vLDx0fdvPYpV4AcovIvsYBIaxhg8C9xa4Q';
const pem = `-----BEGIN RSA PUBLIC KEY-----\n${publishedKey}\n-----END RSA PUBLIC KEY-----\n`;
const duringToken = new Date(1700000100_000);
const userId = 'cgTestUser0000000000000001';

const Xsolla = {
  MerchantId: 2001,
  ProjectId: 10001,
  ApiKey: 'unit_api_key',
  WebhookKeys: ['xsolla-project-secret'],
  Sandbox: true,
};

let addresses = 0;
/** Keys are cached by URL, so each host has its own. */
function createHost({ now = duringToken, ...answers }: VendorResponses = {}, more: object = {}) {
  const KeyUrl = `https://keys.example/${(addresses += 1)}`;
  const usual = ({ url }: { url: string }) => (url === KeyUrl ? { publicKey: pem } : { token: 'tok_1' });
  const settings = { GameId: '90001', KeyUrl, Xsolla, ...more };
  return createTestVendorHost(
    settings,
    answers.answer || answers.answers ? { now, ...answers } : { now, answer: usual },
  );
}

const verify = (Token: string, host = createHost()) => adapter.verify?.({ Token, IsGuest: false }, host);

describe('a token', () => {
  it('of the documented example proves its user, for an hour and for its own game', async () => {
    expect(await verify(published)).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'CrazyGames', externalId: userId }, name: 'Test.Player1' },
      guest: false,
    });
    expect(await verify(published, createHost({}, { GameId: '90002' }))).toMatchObject({
      reason: expect.stringContaining('GameId'),
    });
    for (const atS of [1700003601, 1699999900])
      expect(await verify(published, createHost({ now: new Date(atS * 1000) }))).toMatchObject({ outcome: 'refused' });
  });

  it.each([
    ['a flipped byte', published.replace('.Cd3P', '.Dd3P')],
    ['another algorithm', published.replace(/^[^.]+/, Buffer.from('{"alg":"HS256"}').toString('base64url'))],
    ['none', `${Buffer.from('{"alg":"none"}').toString('base64url')}.${published.split('.')[1]}.`],
  ])('with %s is refused', async (_, token) => {
    expect(await verify(token)).toMatchObject({ outcome: 'refused' });
  });

  it('that is missing is a guest, if the login declares one', async () => {
    expect(await adapter.verify?.({ IsGuest: true }, createHost())).toEqual({ outcome: 'guest' });
    expect(await adapter.verify?.({ IsGuest: false }, createHost())).toMatchObject({ outcome: 'refused' });
    expect(await adapter.verify?.({ Token: 'x', IsGuest: true }, createHost())).toMatchObject({ outcome: 'refused' });
  });
});

describe('the public key', () => {
  const [first, second] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ];
  const write = (key: KeyObject) => ({ publicKey: key.export({ type: 'pkcs1', format: 'pem' }) });
  const sign = (key: KeyObject, claims: object = {}) =>
    new SignJWT({ userId: 'u1', gameId: '90001', ...claims })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuedAt(1700000000)
      .setExpirationTime(1700090000)
      .sign(key);

  it('is fetched once, and again if a signature does not match, but not for every request', async () => {
    const clock = { now: duringToken };
    const host = {
      ...createHost({ answers: [write(first.publicKey), write(second.publicKey)] }),
      now: () => clock.now,
    };
    const [old, young] = [await sign(first.privateKey), await sign(second.privateKey)];
    expect(await verify(old, host)).toMatchObject({ outcome: 'proved' });
    expect(await verify(old, host)).toMatchObject({ outcome: 'proved' });
    expect(host.asked).toHaveLength(1);
    for (let times = 0; times < 3; times += 1) expect(await verify(young, host)).toMatchObject({ outcome: 'refused' });
    expect(host.asked).toHaveLength(1);
    clock.now = new Date(clock.now.getTime() + 31_000);
    expect(await verify(young, host)).toMatchObject({ outcome: 'proved' });
    expect(await verify(old, host)).toMatchObject({ outcome: 'refused' });
    expect(host.asked).toHaveLength(2);
  });

  it.each([
    ['is missing', {}],
    ['is not a key', { publicKey: 'nonsense' }],
    [
      'is of another kind',
      { publicKey: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) },
    ],
    ['is too short', write(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
  ])('that %s proves no player, which is logged', async (_, answer) => {
    const host = createHost({ answers: [answer] });
    expect(await verify(await sign(first.privateKey), host)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('could not be fetched'),
    });
    expect(host.warned).toHaveLength(1);
  });

  it.each([{ userId: '' }, { userId: 7 }, { gameId: null }])('proves no player with %j', async (claims) => {
    const host = createHost({ answers: [write(first.publicKey)] });
    expect(await verify(await sign(first.privateKey, claims), host)).toMatchObject({ outcome: 'refused' });
  });
});

describe('a purchase', () => {
  const buyer = { accountId: '0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f', name: 'Ada', externalId: userId };
  const payment = {
    ...createSamplePayment({ currency: 'USD', amountMinor: 499, buyer, createdAt: duringToken }),
    request: { AccessToken: published },
  };
  // A retry after a lost response may be much later.
  const later = new Date(duringToken.getTime() + 86_400_000);

  it('is an Xsolla token that names the CrazyGames player, also when it is requested again later', async () => {
    for (const now of [duringToken, later]) {
      const host = createHost({ now });
      expect(await adapter.payments?.create({ ...payment, wantsRedirect: true }, host)).toEqual({
        outcome: 'created',
        reply: { PaymentToken: 'tok_1', Sandbox: true },
        expiresAt: new Date(now.getTime() + 86_400_000),
      });
      const asked = host.asked.at(-1);
      expect(asked?.url).toBe('https://api.xsolla.com/merchant/v2/merchants/2001/token');
      expect(asked?.body).toMatchObject({
        user: { id: { value: buyer.accountId } },
        settings: { project_id: 10001, external_id: payment.attemptId, mode: 'sandbox' },
        purchase: { checkout: { amount: 4.99, currency: 'USD' } },
        custom_parameters: { crazyGamesUserId: userId, attempt_id: payment.attemptId, order_id: payment.orderId },
      });
    }
  });

  it.each([
    ['another player', { buyer: { ...buyer, externalId: 'another' } }, {}],
    ['a guest', { buyer: { accountId: buyer.accountId, name: 'Guest' } }, {}],
    ['a player without a token', { request: { AccessToken: 'nonsense' } }, {}],
    ['a player with an old token', { createdAt: later }, {}],
    ['a player of a game that sells nothing', {}, { Xsolla: undefined }],
  ])('is not opened for %s', async (_, change, settings) => {
    const host = createHost({}, settings);
    expect(await adapter.payments?.create({ ...payment, ...change }, host)).toMatchObject({ outcome: 'refused' });
    expect(host.asked.some(({ url }) => url.includes('xsolla'))).toBe(false);
  });

  it('is not refused while the token can’t be verified', async () => {
    await expect(adapter.payments?.create(payment, createHost({ answers: [] }))).rejects.toThrow(
      'could not be fetched',
    );
  });

  it('queries whether the player exists, by the documented webhook, signed with the project’s key', async () => {
    const body = Buffer.from(
      '{"notification_type":"user_validation","user":{"id":"cgTestUser0000000000000001"},"settings":{"project_id":10001,"merchant_id":2001}}',
    );
    const authorization = 'Signature f542cf262d5242bc31fce443482f2aa3da11d1c7';
    const read = (host = createHost()) =>
      adapter.payments?.parseWebhook({ body, headers: { authorization }, remoteAddress: '127.0.0.1' }, host);
    expect(await read()).toEqual({ outcome: 'player-query', accountId: userId });
    expect(await read(createHost({}, { Xsolla: undefined }))).toMatchObject({ outcome: 'refused' });
    expect(adapter.payments?.buildWebhookReply('unknown-player')).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_USER' } },
    });
  });

  it('has no records and no refunds without the Xsolla settings', async () => {
    const host = createHost({}, { Xsolla: undefined });
    expect(await adapter.payments?.list?.({ from: duringToken, to: later }, host)).toEqual([]);
    expect(() => adapter.payments?.read(payment, host)).toThrow('Xsolla is missing');
    expect(() => adapter.payments?.refund(createSampleRefund(payment, '900001'), host)).toThrow('Xsolla is missing');
  });
});
