import { createHmac } from 'node:crypto';
import { Value } from 'typebox/value';
import { describe, expect, it, test } from 'vitest';
import { createTestTools } from '../kit/testing/tools.server.ts';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';
import { yandexgames } from './platform.ts';
import { verifySignedData, verify } from './verify.server.ts';

const key = 'YandexTestSecret01';
const signed = {
  player:
    '/SIwW1mZy5oZaneGXJ0lfZ8SBAJpT+1hlaxkvnnNrGE=.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZEF0IjoxNzM1Njg5NjAwLCJyZXF1ZXN0UGF5bG9hZCI6IiIsImRhdGEiOnsidW5pcXVlSUQiOiJ1MSsvVGVzdD0iLCJwdWJsaWNOYW1lIjoi0JDQvdGPIiwibGFuZyI6InJ1In19',
  purchase:
    'HLmPyPvgsTIx+ufGuufDDaec5Na9GLSrkVEgur6wwrk=.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZEF0IjoxNzM1Njg5NzAwLCJyZXF1ZXN0UGF5bG9hZCI6IiIsImRhdGEiOnsidG9rZW4iOiIxMTExMTExMS0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTU1NTUiLCJzdGF0dXMiOiJ3YWl0aW5nIiwiZXJyb3JDb2RlIjoiIiwiZXJyb3JEZXNjcmlwdGlvbiI6IiIsInByb2R1Y3QiOnsiaWQiOiJnZW1zXzEwMCIsInRpdGxlIjoiMTAwIGdlbXMiLCJwcmljZSI6eyJjb2RlIjoiWUFOIiwidmFsdWUiOiI0OSJ9fSwiZGV2ZWxvcGVyUGF5bG9hZCI6Im9yZGVyLTdmM2EifX0=',
  empty:
    '+0mu2kbnRALDcYlHx47JkQlr1yjVfE8By+IbazCFMew=.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZEF0IjoxNzM1Njg5NzAwLCJyZXF1ZXN0UGF5bG9hZCI6IiIsImRhdGEiOltdfQ==',
};
const host = createTestVendorHost({ SecretKey: key }, { now: new Date(1_735_689_700_000) });
const check = (GetPlayerSignature: string) => verify({ GetPlayerSignature }, host);

const sign = (data: unknown, secret = key, issuedAt = 1_735_689_600, algorithm = 'HMAC-SHA256'): string => {
  const bytes = Buffer.from(JSON.stringify({ algorithm, issuedAt, requestPayload: '', data }));
  return `${createHmac('sha256', secret).update(bytes).digest('base64')}.${bytes.toString('base64')}`;
};

const nobody = { uniqueID: 'u', publicName: '', avatarIdHash: '0', lang: 'ru' };

describe('a player', () => {
  it('is the one that Yandex signed', async () => {
    expect(await check(signed.player)).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'YandexGames', externalId: 'u1+/Test=' }, name: 'Аня' },
      guest: false,
    });
  });

  it.each([
    ['without name and picture', { uniqueID: 'u', publicName: '', avatarIdHash: '0' }, true],
    ['who has not decided', { ...nobody, scopePermissions: { public_name: 'not_set', avatar: 'not_set' } }, true],
    ['who hides the name', { uniqueID: 'u', publicName: '', avatarIdHash: 'ab12' }, false],
    ['who hides both', { ...nobody, scopePermissions: { public_name: 'forbid', avatar: 'forbid' } }, false],
    ['of an old script', { id: 'u', publicName: 'A' }, false],
  ])('%s is distinguished from a guest', async (_, data, guest) => {
    expect(await check(sign(data))).toMatchObject({ outcome: 'proved', guest });
  });

  it.each([
    ['another algorithm', sign({ uniqueID: 'u' }, key, 1_735_689_600, 'none')],
    ['no id', sign({ publicName: 'A' })],
    ['a purchase', signed.purchase],
    ['a code over the text instead of the bytes', `${createHmac('sha256', key).update('e30=').digest('base64')}.e30=`],
  ])('is refused with %s', async (_, signature) => {
    expect(await check(signature)).toMatchObject({ outcome: 'refused' });
  });
});

test('the example published by Yandex is verified with its key', () => {
  const published =
    'hQ8adIRJWD29Nep+0P36Z6edI5uzj6F3tddz6Dqgclk=.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZEF0IjoxNTcxMjMzMzcxLCJyZXF1ZXN0UGF5bG9hZCI6InF3ZSIsImRhdGEiOnsidG9rZW4iOiJkODVhZTBiMS05MTY2LTRmYmItYmIzOC02ZDJhNGNhNDQxNmQiLCJzdGF0dXMiOiJ3YWl0aW5nIiwiZXJyb3JDb2RlIjoiIiwiZXJyb3JEZXNjcmlwdGlvbiI6IiIsInVybCI6Imh0dHBzOi8veWFuZGV4LnJ1L2dhbWVzL3Nkay9wYXltZW50cy90cnVzdC1mYWtlLmh0bWwiLCJwcm9kdWN0Ijp7ImlkIjoibm9hZHMiLCJ0aXRsZSI6ItCR0LXQtyDRgNC10LrQu9Cw0LzRiyIsImRlc2NyaXB0aW9uIjoi0J7RgtC60LvRjtGH0LjRgtGMINGA0LXQutC70LDQvNGDINCyINC40LPRgNC1IiwicHJpY2UiOnsiY29kZSI6IlJVUiIsInZhbHVlIjoiNDkifSwiaW1hZ2VQcmVmaXgiOiJodHRwczovL2F2YXRhcnMubWRzLnlhbmRleC5uZXQvZ2V0LWdhbWVzLzE4OTI5OTUvMmEwMDAwMDE2ZDFjMTcxN2JkN2EwMTQ5Y2NhZGM4NjA3OGExLyJ9fX0=';
  expect(verifySignedData(published, 't0p$ecret')).toMatchObject({
    outcome: 'read',
    issuedAt: 1_571_233_371,
    data: { token: 'd85ae0b1-9166-4fbb-bb38-6d2a4ca4416d', status: 'waiting', product: { id: 'noads' } },
  });
  expect(verifySignedData(published, key)).toMatchObject({ outcome: 'refused' });
});

test('the documented empty list of purchases is verified', () => {
  expect(verifySignedData(signed.empty, key)).toMatchObject({ outcome: 'read', data: [] });
});

function bring(given: string, isList: boolean, settings: object = {}) {
  const tools = createTestTools(({ sku }) => sku !== 'foreign');
  const input = { Game: 'gem-miner', YandexSignedData: given, YandexGetPurchasesRequest: isList };
  return {
    claimed: tools.claimed,
    end: adapter.calls.purchase(input, createTestVendorHost({ SecretKey: key, ...settings }), tools),
  };
}
const product = (id: string, value: unknown = '49', code = 'YAN') => ({ id, price: { code, value } });

describe('purchases', () => {
  const orderId = '7f3a0000-0000-4000-8000-000000000001';

  it('match the documented example; a payload that is not an order of ours is ignored', async () => {
    const { end, claimed } = bring(signed.purchase, false);
    expect(await end).toEqual({
      TokenSuccesses: [{ PurchaseToken: '11111111-2222-4333-8444-555555555555', Success: true }],
    });
    expect(claimed).toEqual([
      {
        transactionId: '11111111-2222-4333-8444-555555555555',
        sku: 'gems_100',
        amountMinor: 49,
        currency: 'YAN',
        isTest: false,
      },
    ]);
  });

  it('of a list have separate results, with the orders that they name', async () => {
    const list = [
      { token: 't1', product: product('a'), developerPayload: orderId },
      { token: 't2', product: product('foreign'), developerPayload: null },
      { token: 't3', product: product('c', '4.5') },
      { token: 't4', product: product('d'), errorCode: 'NO_MONEY' },
    ];
    const { end, claimed } = bring(sign(list), true, { IsTest: true });
    expect(await end).toEqual({
      TokenSuccesses: [
        { PurchaseToken: 't1', Success: true },
        { PurchaseToken: 't2', Success: false },
        { PurchaseToken: 't3', Success: false },
        { PurchaseToken: 't4', Success: false },
      ],
    });
    expect(claimed).toMatchObject([{ orderId, isTest: true }, { sku: 'foreign' }]);
    expect(claimed[1]).not.toHaveProperty('orderId');
  });

  it.each([
    ['a list instead of one purchase', sign([{ token: 't', product: product('a') }]), false, 'InvalidRequest'],
    ['one purchase instead of a list', signed.purchase, true, 'InvalidRequest'],
    ['another key', sign([], 'AnotherSecretKey'), true, 'ProofRefused'],
    ['nonsense', 'nonsense', true, 'ProofRefused'],
    ['no token', sign({ product: product('a') }), false, 'InvalidRequest'],
  ])('are refused: %s', async (_, given, isList, code) => {
    const { end, claimed } = bring(given, isList);
    await expect(end).rejects.toMatchObject({ code });
    expect(claimed).toEqual([]);
  });
});

test('a bonus grants the products that the operator set for its secret, each with its own key', async () => {
  const Bonuses = [
    { Secret: 'autumn-2025', Products: ['lamp'] },
    { Secret: 'summer-2026', Products: ['gems_100', 'foreign', 'gems_100'] },
  ];
  const redeem = async (YandexSecret: string, settings: object) => {
    const tools = createTestTools(({ sku }) => sku !== 'foreign');
    const host = createTestVendorHost({ SecretKey: key, ...settings });
    const end = await adapter.calls.redeemBonus({ GameSystemName: 'gem-miner', YandexSecret }, host, tools);
    return { end, gifts: tools.gifts };
  };
  const { end, gifts } = await redeem('summer-2026', { Bonuses });
  expect(gifts.map(({ sku }) => sku)).toEqual(['gems_100', 'foreign', 'gems_100']);
  expect(new Set(gifts.map((gift) => gift.key)).size).toBe(3);
  expect(JSON.stringify(gifts)).not.toContain('summer-2026');
  // The platform knows nothing of it, so there is nothing to consume.
  const given = { SucccessData: {} };
  expect(end).toEqual({ Success: true, Data: { Records: [given, {}, given] } });
  for (const [secret, settings] of [
    ['another', { Bonuses }],
    ['summer-2026', {}],
    ['', { Bonuses }],
  ] as const)
    expect(await redeem(secret, settings)).toEqual({ end: { Success: false }, gifts: [] });
});

describe('a bonus of the platform', () => {
  const Bonuses = [{ Secret: 'unused', Products: ['gems_100'] }];
  const free = (token: string, id: string, more: object = {}) => ({
    token,
    product: { ...product(id), price: { code: 'YAN', value: '0' } },
    ...more,
  });
  const redeem = async (YandexSecret: string) => {
    const tools = createTestTools();
    const host = createTestVendorHost({ SecretKey: key, Bonuses });
    const end = await adapter.calls.redeemBonus({ GameSystemName: 'gem-miner', YandexSecret }, host, tools);
    return { end, gifts: tools.gifts };
  };

  it('is granted for the token that Yandex signed, which is then consumed there', async () => {
    const list = [free('vendor-1', 'gems_100'), free('vendor-2', 'not-a-bonus'), { token: 'p', product: product('a') }];
    const { end, gifts } = await redeem(sign(list));
    expect(gifts).toEqual([{ key: 'vendor-1', sku: 'gems_100', isForOnePlayer: true }]);
    expect(end).toEqual({ Success: true, Data: { Records: [{ SucccessData: { ConsumeToken: 'vendor-1' } }, {}] } });
  });

  it.each([
    ['another key', sign([free('t', 'gems_100')], 'AnotherSecretKey')],
    ['an error', sign([free('t', 'gems_100', { errorCode: 'expired' })])],
    ['a control character', sign([free('t\0', 'gems_100')])],
    ['a single purchase', sign(free('t', 'gems_100'))],
    ['an empty list', sign([])],
  ])('is not granted: %s', async (_, signed) => {
    expect(await redeem(signed)).toEqual({ end: { Success: false }, gifts: [] });
  });

  it('is not a purchase', async () => {
    const { end, claimed } = bring(sign([free('vendor-1', 'gems_100')]), true);
    expect(await end).toEqual({ TokenSuccesses: [{ PurchaseToken: 'vendor-1', Success: false }] });
    expect(claimed).toEqual([]);
  });
});

test.each([
  [329, false],
  [330, true],
])(
  'a player’s signature may be %s s old: %s, since the script keeps one for five minutes',
  (MaxAgeSeconds, isTaken) => {
    expect(Value.Check(yandexgames.settings, { SecretKey: key, MaxAgeSeconds })).toBe(isTaken);
  },
);

test('the platform’s hosts may frame a game, and hosts with similar names may not', () => {
  const domains = 'az by co.il com com.am com.ge com.tr ee fr kg kz lt lv md ru tj tm ua uz'.split(' ');
  const hosts = [...domains.map((top) => `yandex.${top}`), 'ya.ru', 'playhop.com'];
  expect(yandexgames.embeddedBy).toEqual(hosts.flatMap((host) => [`https://${host}`, `https://*.${host}`]));
});
