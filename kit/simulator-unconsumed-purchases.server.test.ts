import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createUnconsumedPurchasesApi } from './simulator-unconsumed-purchases.server.ts';

const at = new Date('2026-01-01T00:00:00Z');

/** A portal with products, and a simulated platform that sells them. */
function openPlatform() {
  const app = fastify();
  onTestFinished(() => app.close());
  const asked: unknown[] = [];
  const place = { at: 'http://platform', hookUrl: 'https://portal.example/api/v1/hooks/', now: () => at };
  const product = { ProductName: 'Gems', ProductDescription: '', Price: 5 };
  const Products = [
    { ...product, Sku: 'gems', Currency: 'COIN' },
    { ...product, Sku: 'lamp', Currency: 'USD' },
  ];
  let sold = 0;
  const mount = createUnconsumedPurchasesApi({
    platform: 'Somewhere',
    currency: 'COIN',
    send: async (address, { body }) => {
      asked.push([address.href, body]);
      return Response.json({ Products });
    },
    describe: ({ Sku, Price }) => ({ id: Sku, price: `${Price} coins` }),
    idName: 'id',
    sell: ({ id }, note) => ({ token: `t${(sold += 1)}`, purchase: { id, note } }),
    tell: (bought, now) => ({ bought, at: now.toISOString() }),
  });
  mount(app, place);
  const ask = async (path: string, body: object) => {
    const answer = await app.inject({ method: 'POST', url: `/web/${path}`, payload: body });
    return answer.statusCode === 200 ? answer.json<object>() : answer.statusCode;
  };
  return { ask, asked };
}

const ada = { app: 'miner', playerId: 'ada' };

test('a purchase belongs to its buyer until it is consumed, once', async () => {
  const { ask, asked } = openPlatform();
  expect(await ask('catalogue', ada)).toEqual([{ id: 'gems', price: '5 coins' }]);
  expect(asked).toEqual([
    ['https://portal.example/api/v1/store/store_data', '{"Game":"miner","WebPublishingPlatform":"Somewhere"}'],
  ]);
  const told = (bought: unknown) => ({ bought, at: at.toISOString() });
  expect(await ask('buy', { ...ada, id: 'gems', developerPayload: 'x' })).toEqual(told({ id: 'gems', note: 'x' }));
  expect(await ask('purchases', ada)).toEqual(told([{ id: 'gems', note: 'x' }]));
  expect(await ask('purchases', { ...ada, playerId: 'ben' })).toEqual(told([]));
  expect(await ask('consume', { ...ada, playerId: 'ben', token: 't1' })).toBe(404);
  expect(await ask('consume', { ...ada, token: 't1' })).toEqual({});
  expect(await ask('consume', { ...ada, token: 't1' })).toBe(404);
});

test('a product in another currency is not sold, and an incomplete request is rejected', async () => {
  const { ask } = openPlatform();
  expect(await ask('buy', { ...ada, id: 'lamp' })).toBe(404);
  expect(await ask('buy', ada)).toBe(400);
  expect(await ask('purchases', { app: 'miner' })).toBe(400);
});
