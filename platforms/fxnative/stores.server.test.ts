import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { createAppStoreToken } from './app-store.server.ts';
import { isSignedWithLicenceKey } from './google-play.server.ts';
import { isSignedByHuawei } from './huawei.server.ts';
import { readProductId, signRuStoreKeyId } from './rustore.server.ts';
import type { NativeSettings } from './settings.ts';
import { signTransaction } from './simulator-app-store.server.ts';
import { simulatedRsaKey, simulatedRsaPublicDer } from './simulator-keys.server.ts';
import { buyOnPhone, changePurchaseState, simulatedStores, type SimulatedStoreName } from './simulator.server.ts';
import type { StoreResult } from './store.server.ts';
import { deriveStoreTransactionId, createStoreClient, type SubmittedPurchase } from './stores.server.ts';
import { openSimulatedStores, type SimulatedStores } from './testing/open-stores.server.ts';
import { appleVector, huaweiVector, vectorPublicKey, ruStoreVector } from './testing/vectors.server.ts';
import { createPrivateKey } from 'node:crypto';

const names = Object.keys(simulatedStores) as SimulatedStoreName[];
let stores: SimulatedStores;

beforeAll(async () => {
  stores = await openSimulatedStores();
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(() => {
  stores.fault = undefined;
  stores.asked.length = 0;
});

const bring = (
  Store: SimulatedStoreName,
  receipt: Partial<SubmittedPurchase>,
  Sku = 'gems-100',
): SubmittedPurchase => ({
  Store,
  Sku,
  Receipt: '',
  ...receipt,
});

async function prove(brought: SubmittedPurchase, settings?: Partial<NativeSettings>): Promise<StoreResult> {
  const store = createStoreClient(brought.Store, stores.host(settings));
  if (!store) throw new Error(`${brought.Store} is not set up.`);
  return store.prove(brought);
}

describe.each(names)('%s', (name) => {
  const make = (wish: Partial<Parameters<typeof buyOnPhone>[1]> = {}) =>
    buyOnPhone(name, { productId: 'gems-100', ...wish }, stores.place);
  const orderId = randomUUID();

  it("proves a payment, with the app's order id if the store keeps it", async () => {
    const { id, Receipt, Signature, StoreUserId } = make({ orderId });
    const brought = bring(name, { Receipt, ...(Signature && { Signature }), ...(StoreUserId && { StoreUserId }) });
    expect(await prove(brought)).toMatchObject({
      outcome: 'paid',
      id,
      isTest: false,
      ...(name !== 'Amazon' && { orderId }),
    });
  });

  it('marks a test purchase, with an id that no real purchase has', async () => {
    const real = make();
    const test = make({ isTest: true });
    const word = await prove(bring(name, test));
    expect(word).toMatchObject({ outcome: 'paid', isTest: true });
    expect(word.outcome === 'paid' && word.id).not.toBe(real.id);
  });

  it('reports the refund', async () => {
    const purchase = make();
    changePurchaseState(purchase, 'refunded', stores.place);
    expect(await prove(bring(name, purchase))).toMatchObject({ outcome: 'refunded', id: purchase.id });
  });

  it('refuses another product and an unknown purchase', async () => {
    const other = await prove(bring(name, make({ productId: 'lamp' })));
    expect(other.outcome).toBe('refused');
    for (const Receipt of ['nonsense', '{}', '{"Payload":"x"}', '123', '\u0000', '../../x', '{"purchaseToken":7}'])
      expect(await prove(bring(name, { Receipt, Signature: 'AAAA', StoreUserId: 'somebody' }))).toEqual({
        outcome: 'refused',
        why: 'Unproved',
      });
  });

  it('matches a product by its id in the settings', async () => {
    const Products = [{ Sku: 'gems-100', StoreProductId: 'com.example.gems.small' }];
    const settings = { [name]: { ...stores.settings[name], Products } };
    const purchase = make({ productId: 'com.example.gems.small' });
    expect(await prove(bring(name, purchase), settings)).toMatchObject({ outcome: 'paid' });
    expect((await prove(bring(name, make()), settings)).outcome).toBe('refused');
  });

  it('throws if it does not answer properly, instead of refusing', async () => {
    const purchase = make();
    for (const status of [500, 503, 429, 200]) {
      stores.fault = { address: /./, status };
      await expect(prove(bring(name, purchase))).rejects.toThrow(/answered|unexpected format/);
    }
  });

  it('accepts a receipt wrapped by Unity', async () => {
    const { Receipt, Signature, StoreUserId } = make();
    const inner = Signature === undefined ? Receipt : JSON.stringify({ json: Receipt, signature: Signature });
    const wrapped = JSON.stringify({ Store: name, TransactionID: '1', Payload: inner });
    expect(await prove(bring(name, { Receipt: wrapped, ...(StoreUserId && { StoreUserId }) }))).toMatchObject({
      outcome: 'paid',
    });
  });
});

const otherApp: Partial<Record<SimulatedStoreName, object>> = {
  AppStore: { BundleId: 'com.example.other' },
  Huawei: { PackageName: 'com.example.other' },
  Samsung: { PackageName: 'com.example.other' },
  RuStore: { AppId: '7' },
};

it.each(Object.entries(otherApp) as [SimulatedStoreName, object][])(
  '%s reports the app of a purchase, and refuses one of another app',
  async (name, more) => {
    const purchase = buyOnPhone(name, { productId: 'gems-100' }, stores.place);
    const settings = { [name]: { ...stores.settings[name], ...more } } as Partial<NativeSettings>;
    expect(await prove(bring(name, purchase), settings)).toEqual({ outcome: 'refused', why: 'OtherApp' });
  },
);

it.each(['GooglePlay', 'RuStore', 'Huawei'] as const)('%s may have pending purchases', async (name) => {
  const purchase = buyOnPhone(name, { productId: 'gems-100', state: 'pending' }, stores.place);
  expect(await prove(bring(name, purchase))).toMatchObject({ outcome: 'pending', id: purchase.id });
  changePurchaseState(purchase, 'paid', stores.place);
  expect(
    await prove(bring(name, { ...purchase, ...simulatedStores[name].receipt(purchase, stores.place as never) })),
  ).toMatchObject({
    outcome: 'paid',
    id: purchase.id,
  });
});

describe('the App Store', () => {
  const settingsWith = (more: object) =>
    ({ AppStore: { ...stores.settings.AppStore, ...more } }) as Partial<NativeSettings>;
  const withoutApi = () => settingsWith({ Api: undefined });
  const signed = (more: object) =>
    bring('AppStore', {
      Receipt: signTransaction(buyOnPhone('AppStore', { productId: 'gems-100' }, stores.place), stores.place, more),
    });

  it('is queried in production first, then in the sandbox for transactions unknown in production', async () => {
    const review = buyOnPhone('AppStore', { productId: 'gems-100', isTest: true }, stores.place);
    expect(await prove(bring('AppStore', { Receipt: review.id }))).toMatchObject({ outcome: 'paid', isTest: true });
    expect(stores.asked).toEqual([
      `GET /app-store/inApps/v1/transactions/${review.id}`,
      `GET /app-store/sandbox/inApps/v1/transactions/${review.id}`,
    ]);
  });

  it('is trusted by its signature only without an API key, and a bare id then proves nothing', async () => {
    const purchase = buyOnPhone('AppStore', { productId: 'gems-100' }, stores.place);
    expect(await prove(bring('AppStore', purchase), withoutApi())).toMatchObject({ outcome: 'paid' });
    expect(await prove(bring('AppStore', { Receipt: purchase.id }), withoutApi())).toMatchObject({ why: 'Unproved' });
    expect(stores.asked).toEqual([]);
  });

  it('reports a refund of a purchase that a device still has as paid', async () => {
    const purchase = buyOnPhone('AppStore', { productId: 'gems-100' }, stores.place);
    changePurchaseState(purchase, 'refunded', stores.place);
    expect(await prove(bring('AppStore', purchase), withoutApi())).toMatchObject({ outcome: 'paid' });
    expect(await prove(bring('AppStore', purchase))).toMatchObject({ outcome: 'refunded' });
  });

  it.each([
    [{ type: 'Auto-Renewable Subscription' }, 'Subscription'],
    [{ quantity: 3 }, 'SeveralAtOnce'],
    [{ inAppOwnershipType: 'FAMILY_SHARED' }, 'NotPaid'],
    [{ environment: 'Xcode' }, 'Unproved'],
    [{ environment: 'LocalTesting' }, 'Unproved'],
    [{ transactionId: 7 }, 'Unproved'],
  ])('refuses %o: %s', async (more, why) => {
    expect(await prove(signed(more), withoutApi())).toEqual({ outcome: 'refused', why });
  });

  it.each([
    [
      { price: 4990, currency: 'USD' },
      { amountMinor: 499, currency: 'USD' },
    ],
    [
      { price: 800_000, currency: 'JPY' },
      { amountMinor: 800, currency: 'JPY' },
    ],
    [
      { price: 1250, currency: 'KWD' },
      { amountMinor: 1250, currency: 'KWD' },
    ],
    [
      { price: 0, currency: 'EUR' },
      { amountMinor: 0, currency: 'EUR' },
    ],
  ])('reports a price in thousandths: %o', async (more, money) => {
    expect(await prove(signed(more), withoutApi())).toMatchObject(money);
  });

  it.each([{ price: undefined }, { price: 4995, currency: 'USD' }, { currency: 'XXX' }, { currency: undefined }])(
    'reports no price with %o',
    async (more) => {
      expect(await prove(signed(more), withoutApi())).not.toHaveProperty('amountMinor');
    },
  );

  it('uses one id for a non-consumable purchase on every device', async () => {
    const more = { type: 'Non-Consumable', originalTransactionId: '2000000000000001' };
    expect(await prove(signed(more), withoutApi())).toMatchObject({ id: '2000000000000001' });
    expect(await prove(signed({ ...more, environment: 'Sandbox' }), withoutApi())).toMatchObject({
      id: 'sandbox-2000000000000001',
    });
  });

  it('is called with a token of our own key, valid for five minutes', async () => {
    const {
      settings: { AppStore },
      ...host
    } = stores.host();
    if (!AppStore) throw new Error('It is not set up.');
    const token = await createAppStoreToken({ ...host, settings: AppStore });
    const at = stores.clock.now.getTime() / 1000;
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: 'SIMULATED1', typ: 'JWT' });
    expect(decodeJwt(token)).toEqual({
      iss: 'simulated-issuer',
      iat: at,
      exp: at + 300,
      aud: 'appstoreconnect-v1',
      bid: 'com.example.game',
    });
  });

  it.each([
    [404, { errorCode: 4_040_002 }],
    [500, { errorCode: 5_000_001 }],
    [429, { errorCode: 4_290_000 }],
    [401, undefined],
  ])('throws after %i %o', async (status, body) => {
    const purchase = buyOnPhone('AppStore', { productId: 'gems-100' }, stores.place);
    stores.fault = { address: /inApps/, status, ...(body && { body: JSON.stringify(body) }) };
    await expect(prove(bring('AppStore', purchase))).rejects.toThrow(`answered ${status}`);
  });

  it('verifies the documented example', async () => {
    const settings = settingsWith({ RootCertificates: [appleVector.root], Api: undefined });
    const brought = bring('AppStore', { Receipt: appleVector.jws }, 'gems_100');
    expect(await prove(brought, settings)).toEqual({
      outcome: 'paid',
      id: 'sandbox-2000000900000001',
      isTest: true,
      isTestAllowed: false,
      orderId: '7e3fb204-2f14-4c6b-a6f1-5a1c1c0f9d10',
      amountMinor: 499,
      currency: 'USD',
    });
    const other = settingsWith({ RootCertificates: [appleVector.root], Api: undefined, BundleId: 'com.example.other' });
    expect(await prove(brought, other)).toEqual({ outcome: 'refused', why: 'OtherApp' });
  });
});

describe('Google Play', () => {
  const answerWith = (body: object) => {
    stores.fault = { address: /tokens/, status: 200, body: JSON.stringify({ purchaseState: 0, ...body }) };
  };

  it('is queried with our package and product, whatever the receipt contains', async () => {
    const { Receipt } = buyOnPhone('GooglePlay', { productId: 'gems-100' }, stores.place);
    const { purchaseToken } = JSON.parse(Receipt) as { purchaseToken: string };
    const forged = JSON.stringify({ purchaseToken, packageName: 'com.evil', productId: 'lamp' });
    expect(await prove(bring('GooglePlay', { Receipt: forged }))).toMatchObject({ outcome: 'paid' });
    expect(stores.asked.at(-1)).toContain('/applications/com.example.game/purchases/products/gems-100/tokens/');
  });

  it('is called for a token once an hour', async () => {
    const purchase = buyOnPhone('GooglePlay', { productId: 'gems-100' }, stores.place);
    const settings = {
      GooglePlay: {
        ...stores.settings.GooglePlay,
        ServiceAccount: { ...stores.settings.GooglePlay?.ServiceAccount, ClientEmail: 'once@simulated.example' },
      },
    } as Partial<NativeSettings>;
    const tokensAsked = () => stores.asked.filter((each) => each.endsWith('/token')).length;
    await prove(bring('GooglePlay', purchase), settings);
    await prove(bring('GooglePlay', purchase), settings);
    expect(tokensAsked()).toBe(1);
    stores.clock.now = new Date(stores.clock.now.getTime() + 3_300_000);
    await prove(bring('GooglePlay', purchase), settings);
    expect(tokensAsked()).toBe(2);
    // A rejected token is dropped from the cache.
    stores.fault = { address: /tokens\//, status: 401, body: '{}' };
    await expect(prove(bring('GooglePlay', purchase), settings)).rejects.toThrow('401');
    stores.fault = undefined;
    await prove(bring('GooglePlay', purchase), settings);
    expect(tokensAsked()).toBe(3);
  });

  it.each([
    [{ purchaseType: 0 }, { outcome: 'paid', isTest: true }],
    [{ purchaseType: 1 }, { outcome: 'paid', isTest: false, amountMinor: 0 }],
    [{ purchaseType: 2 }, { outcome: 'paid', isTest: false, amountMinor: 0 }],
    [{ quantity: 2 }, { outcome: 'refused', why: 'SeveralAtOnce' }],
    [{ productId: 'lamp' }, { outcome: 'refused', why: 'OtherProduct' }],
    [{ purchaseState: 7 }, { outcome: 'refused', why: 'NotPaid' }],
  ])('with the reply %o: %o', async (body, word) => {
    const purchase = buyOnPhone('GooglePlay', { productId: 'gems-100' }, stores.place);
    answerWith(body);
    expect(await prove(bring('GooglePlay', purchase))).toMatchObject(word);
  });

  it.each([400, 404, 410])('rejects with %i', async (status) => {
    const purchase = buyOnPhone('GooglePlay', { productId: 'gems-100' }, stores.place);
    stores.fault = { address: /tokens\//, status, body: '{"error":{}}' };
    expect(await prove(bring('GooglePlay', purchase))).toEqual({ outcome: 'refused', why: 'Unproved' });
  });

  it('signs receipts, which are verified if the operator set the licence key', async () => {
    const { Receipt, Signature = '' } = buyOnPhone('GooglePlay', { productId: 'gems-100' }, stores.place);
    expect(isSignedWithLicenceKey(Receipt, Signature, simulatedRsaPublicDer)).toBe(true);
    expect(isSignedWithLicenceKey(`${Receipt} `, Signature, simulatedRsaPublicDer)).toBe(false);
    expect(await prove(bring('GooglePlay', { Receipt: Receipt.replace('}', ' }'), Signature }))).toMatchObject({
      why: 'Unproved',
    });
  });
});

describe('a granted purchase', () => {
  const finish = (name: SimulatedStoreName, brought: Partial<SubmittedPurchase>, isConsumable: boolean) =>
    createStoreClient(name, stores.host())?.finish(bring(name, brought), isConsumable);

  it('is consumed at Google Play, or acknowledged, any number of times', async () => {
    const gems = buyOnPhone('GooglePlay', { productId: 'gems-100' }, stores.place);
    for (const _ of [1, 2]) await finish('GooglePlay', gems, true);
    expect(gems).toMatchObject({ isConsumed: true });
    expect(stores.asked.filter((each) => each.includes('POST') && each.endsWith(':consume'))).toHaveLength(1);
    const lamp = buyOnPhone('GooglePlay', { productId: 'gems-100' }, stores.place);
    await finish('GooglePlay', lamp, false);
    expect(lamp).toMatchObject({ isConsumed: false, isAcknowledged: true });
  });

  it('is not consumed at Google Play after a refund', async () => {
    const gems = buyOnPhone('GooglePlay', { productId: 'gems-100' }, stores.place);
    changePurchaseState(gems, 'refunded', stores.place);
    await finish('GooglePlay', gems, true);
    expect(stores.asked.filter((each) => each.endsWith(':consume'))).toEqual([]);
  });

  it('is retried if Google Play did not accept it', async () => {
    const gems = buyOnPhone('GooglePlay', { productId: 'gems-100' }, stores.place);
    stores.fault = { address: /:consume/, status: 503 };
    await expect(finish('GooglePlay', gems, true)).rejects.toThrow('503');
  });

  it('is confirmed in AppGallery, which then no longer reports it', async () => {
    const gems = buyOnPhone('Huawei', { productId: 'gems-100' }, stores.place);
    for (const _ of [1, 2]) await finish('Huawei', gems, true);
    expect(gems.isConsumed).toBe(true);
    expect(await prove(bring('Huawei', gems))).toEqual({ outcome: 'refused', why: 'NotPaid' });
    expect(createStoreClient('Huawei', stores.host())?.readId(bring('Huawei', gems))).toBe(gems.id);
  });

  it.each(['AppStore', 'Samsung', 'Amazon', 'RuStore'] as const)('is not reported by us to %s', async (name) => {
    await finish(name, buyOnPhone(name, { productId: 'gems-100' }, stores.place), true);
    expect(stores.asked).toEqual([]);
  });
});

test('AppGallery has to sign its replies with the key of the app', async () => {
  const gems = buyOnPhone('Huawei', { productId: 'gems-100' }, stores.place);
  const body = {
    responseCode: '0',
    purchaseTokenData: gems.Receipt.replace('gems-100', 'gems-999'),
    dataSignature: gems.Signature,
  };
  stores.fault = { address: /verify/, status: 200, body: JSON.stringify(body) };
  await expect(prove(bring('Huawei', gems))).rejects.toThrow('Huawei.PublicKey');
});

test('the documented examples match our signing and verification', () => {
  const { keyId, timestamp, signature } = ruStoreVector;
  const text = Buffer.from(keyId + timestamp);
  expect(verify('RSA-SHA512', text, vectorPublicKey, Buffer.from(signature, 'base64'))).toBe(true);
  const own = signRuStoreKeyId(keyId, timestamp, createPrivateKey(simulatedRsaKey));
  expect(verify('RSA-SHA512', text, simulatedRsaKey, Buffer.from(own, 'base64'))).toBe(true);
  const key = vectorPublicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(isSignedByHuawei(huaweiVector.data, huaweiVector.signature, key)).toBe(true);
  expect(isSignedByHuawei(`${huaweiVector.data} `, huaweiVector.signature, key)).toBe(false);
});

test('an invoice of RuStore without a product has no product id', () => {
  const invoice = { invoiceStatus: 'CONFIRMED', appId: 1 };
  expect(readProductId({ ...invoice, order: { itemCode: 'gems' } })).toBe('gems');
  expect(readProductId({ ...invoice, productId: 'gems', order: { itemCode: 'lamp' } })).toBe('gems');
  expect(readProductId(invoice)).toBeUndefined();
});

test.each([
  ['CONFIRMED', 'paid'],
  ['confirmed', 'paid'],
  ['CONSUMED', 'paid'],
  ['consumed', 'paid'],
  ['paid', 'pending'],
  ['executed', 'pending'],
  ['reversed', 'refunded'],
  ['refunded', 'refunded'],
  ['cancelled', 'refused'],
  ['created', 'refused'],
])('RuStore: an invoice that is %s is %s', async (invoiceStatus, outcome) => {
  const gems = buyOnPhone('RuStore', { productId: 'gems-100' }, stores.place);
  const { AppId } = stores.settings.RuStore ?? {};
  const body = { invoiceStatus, applicationCode: AppId, order: { itemCode: 'gems-100' } };
  stores.fault = { address: /\/v2\/purchase\//, status: 200, body: JSON.stringify({ code: 'OK', body }) };
  expect(await prove(bring('RuStore', gems))).toMatchObject({ outcome });
  const other = { ...body, applicationCode: '7' };
  stores.fault = { address: /\/v2\/purchase\//, status: 200, body: JSON.stringify({ code: 'OK', body: other }) };
  expect(await prove(bring('RuStore', gems))).toMatchObject({ why: 'OtherApp' });
});

test('RuStore reports the price as paid', async () => {
  const gems = buyOnPhone('RuStore', { productId: 'gems-100', priceMinor: 14_900 }, stores.place);
  gems.isConsumed = true;
  expect(await prove(bring('RuStore', gems))).toMatchObject({ outcome: 'paid', amountMinor: 14_900, currency: 'RUB' });
  const unpriced = buyOnPhone('RuStore', { productId: 'gems-100' }, stores.place);
  expect(await prove(bring('RuStore', unpriced))).not.toHaveProperty('amountMinor');
});

test('Amazon: 410 means that the purchase was cancelled', async () => {
  const gems = buyOnPhone('Amazon', { productId: 'gems-100' }, stores.place);
  stores.fault = { address: /verifyReceiptId/, status: 410 };
  expect(await prove(bring('Amazon', gems))).toEqual({ outcome: 'refunded', id: gems.id, isTest: false });
  expect(stores.asked).toHaveLength(1);
  stores.fault = undefined;
  const test = buyOnPhone('Amazon', { productId: 'gems-100', isTest: true }, stores.place);
  changePurchaseState(test, 'refunded', stores.place);
  expect(await prove(bring('Amazon', test))).toMatchObject({ outcome: 'refunded', isTest: true });
});

test('Amazon: another buyer’s receipt is refused, and a wrong shared key is an error', async () => {
  const gems = buyOnPhone('Amazon', { productId: 'gems-100' }, stores.place);
  expect(await prove(bring('Amazon', { ...gems, StoreUserId: 'another' }))).toMatchObject({ why: 'Unproved' });
  expect(await prove(bring('Amazon', { Receipt: gems.Receipt }))).toMatchObject({ why: 'Unproved' });
  const settings = { Amazon: { ...stores.settings.Amazon, SharedSecret: 'a wrong one' } } as Partial<NativeSettings>;
  await expect(prove(bring('Amazon', gems), settings)).rejects.toThrow('Amazon.SharedSecret');
});

const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherPem = otherKey.export({ format: 'pem', type: 'pkcs8' });

test.each([
  [
    'GooglePlay',
    ({ GooglePlay }: NativeSettings) => ({
      GooglePlay: { ...GooglePlay, ServiceAccount: { ...GooglePlay?.ServiceAccount, PrivateKey: otherPem } },
    }),
  ],
  ['RuStore', ({ RuStore }: NativeSettings) => ({ RuStore: { ...RuStore, PrivateKey: otherPem } })],
  ['Huawei', ({ Huawei }: NativeSettings) => ({ Huawei: { ...Huawei, ClientSecret: 'another-secret' } })],
] as const)(
  'a cached token of %s is not used for settings with the same client id and a wrong secret',
  async (name, change) => {
    const { Receipt, Signature } = buyOnPhone(name, { productId: 'gems-100' }, stores.place);
    const brought = bring(name, { Receipt, ...(Signature && { Signature }) });
    expect(await prove(brought)).toMatchObject({ outcome: 'paid' });
    await expect(prove(brought, change(stores.settings) as Partial<NativeSettings>)).rejects.toThrow('a token');
    const before = stores.asked.length;
    expect(await prove(brought)).toMatchObject({ outcome: 'paid' });
    expect(stores.asked.slice(before).filter((each) => /\/(token|auth\/)$/.test(each))).toEqual([]);
  },
);

test('transaction ids in our records distinguish stores, and are short for any token', () => {
  expect(deriveStoreTransactionId('GooglePlay', 'a')).toBe('GooglePlay:a');
  expect(deriveStoreTransactionId('Samsung', 'a')).not.toBe(deriveStoreTransactionId('GooglePlay', 'a'));
  const long = deriveStoreTransactionId('GooglePlay', 'x'.repeat(1000));
  expect(long.length).toBeLessThanOrEqual(200);
  expect(long).not.toBe(deriveStoreTransactionId('GooglePlay', 'y'.repeat(1000)));
});

test('a store without settings is not available', () => {
  const host = stores.host();
  for (const name of names) expect(createStoreClient(name, { ...host, settings: {} })).toBeUndefined();
});
