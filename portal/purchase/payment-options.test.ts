import { expect, test } from 'vitest';
import type { PaymentTabPolling } from '#payments/port.browser.ts';
import { forgetStoredOrderId, saveStoredOrderId, consumeStoredOrderId } from './stored-order.ts';
import { buildPaymentRequest, toShownOrder } from './payment-order.ts';
import { findPaymentOption } from './payment-options.ts';
import type { PaymentResult, PurchaseRequest } from './purchase.ts';

const options = {
  Frames: { folder: 'frames', key: 'Framed', title: 'Frames' },
  Tabs: { folder: 'tabs', key: 'Tabbed', title: 'Tabs' },
};
const load = async (folder: string) => ({
  pay: () => Promise.reject(new Error('Forms run in the frame.')),
  ...(folder === 'tabs' && { redirectUrl: (block: unknown) => (block as { Url: string }).Url }),
});
const calls = { tabs: { status: async ({ order }: { order: string }) => `Payed ${order}` } };
const find = (blocks: object) => findPaymentOption(blocks as PaymentResult, options, calls, load);

test('a block belongs to its provider', async () => {
  expect(await find({ Framed: { Secret: 's' } })).toEqual({
    provider: 'Frames',
    folder: 'frames',
    block: { Secret: 's' },
  });
  expect(await find({ Tabbed: { Url: 'https://pay.example/1' } })).toMatchObject({ tabUrl: 'https://pay.example/1' });
});

test('the result of a payment in a tab is polled as its provider defines, with its own calls', async () => {
  const tabWatch: PaymentTabPolling<unknown> = {
    everyMs: 1000,
    forMs: 180_000,
    fetchStatus: async (own, order) => (await (own as typeof calls.tabs).status({ order })) as 'Payed',
  };
  const watched = async (folder: string) => ({ ...(await load(folder)), tabWatch });
  const option = await findPaymentOption(
    { Tabbed: { Url: 'https://pay.example/1' } } as unknown as PaymentResult,
    options,
    calls,
    watched,
  );
  expect(option?.tabWatch?.schedule).toEqual({ delayMs: 1000, firstPauseMs: 1000, maxPauseMs: 1000, endMs: 180_000 });
  expect(await option?.tabWatch?.ask('o1')).toBe('Payed o1');
});

test("an adapter that pays in the page uses its own folder's calls", async () => {
  const given: unknown[] = [];
  const adapter = {
    payHere: async (...each: unknown[]) => {
      given.push(each);
      return { outcome: 'completed' as const };
    },
  };
  const own = { frames: { verify: 'ours' }, ...calls };
  const option = await findPaymentOption(
    { Framed: { Url: 'x' } } as unknown as PaymentResult,
    options,
    own,
    async () => adapter,
  );
  const closing = new AbortController().signal;
  const place = { container: {} as HTMLElement, orderId: 't1', locale: 'de', closing, setBusy: () => undefined };
  expect(await option?.payHere?.(place)).toEqual({ outcome: 'completed' });
  expect(given).toEqual([[{ Url: 'x' }, expect.objectContaining({ ...place, calls: own.frames })]]);
  expect(await find({ Framed: {} })).not.toHaveProperty('payHere');
});

test('without a known block there is no payment option', async () => {
  expect(await find({})).toBeUndefined();
  expect(await find({ Other: {} })).toBeUndefined();
});

test.each(['javascript:alert(1)', '/relative', 'data:text/html,x', ''])('%j is not linked', async (Url) => {
  expect(await find({ Tabbed: { Url } })).not.toHaveProperty('tabUrl');
});

const purchaseRequest: PurchaseRequest = {
  game: 'miner',
  sku: 'lamp',
  platform: 'FxId',
  from: 'game',
  productNameHint: 'Lamp',
};
const product = { Price: 4.99, Currency: 'EUR', UsdPrice: 5.4 };
const answer: PaymentResult = { TransactionId: 't1', OrderProduct: product };

test("a request contains the key and the game's parameters, without empty ones", () => {
  expect(buildPaymentRequest(purchaseRequest, 'key-0001')).toEqual({
    Game: 'miner',
    Sku: 'lamp',
    WebPublishingPlatform: 'FxId',
    EmbeddingType: 'Embed',
    IdempotencyKey: 'key-0001',
    ProductNameHint: 'Lamp',
  });
  expect(buildPaymentRequest({ ...purchaseRequest, currency: 'EUR', locale: 'fa' }, 'key-0001')).toMatchObject({
    Currency: 'EUR',
    Locale: 'fa',
  });
});

test('an order shows its own name, else the hint, else its sku', () => {
  const named = { ...answer, OrderProduct: { ...product, LocalizedProductName: 'Lampe' } };
  expect(toShownOrder(named, purchaseRequest, undefined).name).toBe('Lampe');
  expect(toShownOrder(answer, purchaseRequest, undefined)).toMatchObject({
    name: 'Lamp',
    price: '4.99 EUR',
    providers: [],
  });
  expect(toShownOrder(answer, { ...purchaseRequest, productNameHint: undefined }, undefined).name).toBe('lamp');
});

test('an answer about one provider keeps the others', () => {
  const both = [
    { Id: 'A', Title: 'A', PaymentMethods: [] },
    { Id: 'B', Title: 'B', PaymentMethods: [] },
  ];
  const first = toShownOrder({ ...answer, Providers: both }, purchaseRequest, undefined);
  expect(toShownOrder({ ...answer, Providers: both.slice(1) }, purchaseRequest, first).providers).toEqual(both);
});

test('a stored order id is returned once, and only if it is valid', () => {
  const values = new Map<string, string>();
  const kept = {
    get: (key: string) => values.get(key),
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  };
  const id = '0b8f7f0e-9d5c-4c3e-8a54-6f0f0c4b8a11';
  saveStoredOrderId(id, kept);
  expect(consumeStoredOrderId(kept)).toBe(id);
  expect(consumeStoredOrderId(kept)).toBeUndefined();
  saveStoredOrderId('../../Profile', kept);
  expect(consumeStoredOrderId(kept)).toBeUndefined();
  saveStoredOrderId(id, kept);
  forgetStoredOrderId(kept);
  expect(consumeStoredOrderId(kept)).toBeUndefined();
});
